package deflate

import "math/bits"

const (
	symbols    = 1<<14 - 1 // of a full block
	literals   = 286
	distances  = 30
	endOfBlock = 256
)

// symbol is a literal byte, in length, when distance is 0.
type symbol struct{ length, distance uint16 }

// block collects symbols and writes them, and keeps the bits of the last byte
// between blocks.
type block struct {
	out   []byte
	bits  uint64
	count uint // of bits

	start     int // the place in the text at which the block starts
	symbols   []symbol
	literals  [literals]int // how often each is used
	distances [distances]int
}

func newBlock(out []byte) *block {
	b := &block{out: out}
	b.literals[endOfBlock] = 1
	return b
}

// literal adds a byte and tells whether the block is full.
func (b *block) literal(c byte) bool {
	b.symbols = append(b.symbols, symbol{length: uint16(c)})
	b.literals[c]++
	return len(b.symbols) == symbols
}

// match adds a repetition and tells whether the block is full.
func (b *block) match(length, distance int) bool {
	b.symbols = append(b.symbols, symbol{uint16(length), uint16(distance)})
	code, _, _ := lengthCode(length)
	b.literals[code]++
	code, _, _ = distanceCode(distance)
	b.distances[code]++
	return len(b.symbols) == symbols
}

// lengthCode gives the code of a length, the number of extra bits and their
// value: four codes for each number of bits, and one for 258 alone.
func lengthCode(length int) (code int, extra uint, value int) {
	n := length - minMatch
	switch {
	case length == maxMatch:
		return 285, 0, 0
	case n < 8:
		return 257 + n, 0, 0
	}
	extra = uint(bits.Len(uint(n))) - 3
	return 257 + int(extra)*4 + n>>extra, extra, n & (1<<extra - 1)
}

// distanceCode does the same for a distance, with two codes for each number.
func distanceCode(distance int) (code int, extra uint, value int) {
	n := distance - 1
	if n < 4 {
		return n, 0, 0
	}
	extra = uint(bits.Len(uint(n))) - 2
	return int(extra)*2 + n>>extra, extra, n & (1<<extra - 1)
}

func (b *block) put(value int, count uint) {
	b.bits |= uint64(value) << b.count
	for b.count += count; b.count >= 8; b.count -= 8 {
		b.out = append(b.out, byte(b.bits))
		b.bits >>= 8
	}
}

// align fills the last byte up.
func (b *block) align() {
	if b.count > 0 {
		b.put(0, 8-b.count)
	}
}

// end writes the block in the form that is shortest: what zlib counts in whole
// bytes, with the fixed codes before those of the block's own on a tie, and as it
// is only when that spares a byte. base is where zlib's buffer starts, before
// which it has no text to store.
func (b *block) end(text []byte, at, base int, last bool) {
	literal, distance := newCode(b.literals[:], 15), newCode(b.distances[:], 15)
	lengths := newLengths(literal, distance)
	dynamic := (literal.cost(lengthBits) + distance.cost(distanceBits) + lengths.cost() + 3 + 7) >> 3
	fixedLiteral, fixedDistance := fixed()
	plain := (fixedLiteral.costOf(b.literals[:], lengthBits) + fixedDistance.costOf(b.distances[:], distanceBits) + 3 + 7) >> 3
	stored := at - b.start
	final := 0
	if last {
		final = 1
	}
	switch {
	case stored+4 <= min(plain, dynamic) && b.start >= base:
		b.put(final, 3)
		b.align()
		b.out = append(b.out, byte(stored), byte(stored>>8), ^byte(stored), ^byte(stored>>8))
		b.out = append(b.out, text[b.start:at]...)
	case plain <= dynamic:
		b.put(final|1<<1, 3)
		b.write(fixedLiteral, fixedDistance)
	default:
		b.put(final|2<<1, 3)
		lengths.write(b)
		b.write(literal, distance)
	}
	if last {
		b.align()
	}
	b.start, b.symbols = at, b.symbols[:0]
	b.literals, b.distances = [literals]int{endOfBlock: 1}, [distances]int{}
}

func (b *block) write(literal, distance *code) {
	for _, s := range b.symbols {
		if s.distance == 0 {
			literal.put(b, int(s.length))
			continue
		}
		c, extra, value := lengthCode(int(s.length))
		literal.put(b, c)
		b.put(value, extra)
		c, extra, value = distanceCode(int(s.distance))
		distance.put(b, c)
		b.put(value, extra)
	}
	literal.put(b, endOfBlock)
}

// lengthBits gives the number of extra bits of a literal or length code.
func lengthBits(code int) int {
	if code < 265 || code == 285 {
		return 0
	}
	return (code - 261) / 4
}

// distanceBits gives the number of extra bits of a distance code.
func distanceBits(code int) int {
	return max(code/2-1, 0)
}
