// Package deflate compresses bytes exactly as zlib 1.2.13 does at level 9, as
// Python's gzip module calls it.
//
// Goals: the same bytes, because what a component compresses ends in a manifest
// (spec N9); a small package without tables in memory until it is used. The
// standard library's compress/flate finds other matches and ends blocks at other
// places.
//
// Non-goals: other levels, strategies and window sizes, reading, dictionaries,
// flushing, and input that comes in pieces. zlib 1.3 gives the same bytes;
// zlib-ng and the zlib that some distributions patch for their hardware do not.
//
// How it is laid out: this file looks for matches, block.go collects them and
// chooses the form of a block, tree.go makes Huffman codes. Names in comments are
// those of RFC 1951.
package deflate

import (
	"encoding/binary"
	"hash/crc32"
)

// What level 9 means, and what deflateInit2 with memLevel 8 makes of it.
const (
	windowSize = 1 << 15
	windowMask = windowSize - 1
	hashBits   = 15
	hashMask   = 1<<hashBits - 1

	minMatch     = 3
	maxMatch     = 258
	minLookahead = maxMatch + minMatch + 1
	maxDistance  = windowSize - minLookahead

	maxChain  = 4096 // candidates tried for one place
	goodMatch = 32   // from this length of the match before on, a quarter of them
	tooFar    = 4096 // a match of three bytes from further away costs more than it saves
)

// Gzip gives text as a gzip file with neither name nor time, as
// gzip.GzipFile(mode="wb", compresslevel=9, mtime=0) writes it.
func Gzip(text []byte) []byte {
	out := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255}
	out = Compress(out, text)
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(text))
	return binary.LittleEndian.AppendUint32(out, uint32(len(text)))
}

// Compress appends text in raw DEFLATE form to out.
func Compress(out, text []byte) []byte {
	m := matcher{text: text, block: newBlock(out)}
	m.run()
	return m.block.out
}

// matcher looks for repetitions. Places are counted from the start of text.
//
// zlib has a buffer of two windows, whose upper half becomes the lower one when
// it is used up. A place at or before the buffer's start is taken for none, so
// where the buffer starts is part of what is found: base follows it.
type matcher struct {
	text  []byte
	block *block

	base int // the place at which the buffer starts
	read int // the place up to which the buffer is filled
	at   int // the place being looked at

	head [hashMask + 1]int32   // the last place of three bytes with a hash
	prev [windowMask + 1]int32 // the place before it with the same hash
}

// fill moves the buffer on as zlib does when few bytes are left in it.
func (m *matcher) fill() {
	for m.read-m.at < minLookahead {
		room := 2*windowSize - (m.read - m.base)
		if m.at-m.base >= windowSize+maxDistance {
			m.base += windowSize
			room += windowSize
		}
		if m.read == len(m.text) {
			return
		}
		m.read = min(m.read+room, len(m.text))
	}
}

// insert notes the three bytes at a place, and gives the last place before it
// that had their hash; base stands for none.
func (m *matcher) insert(at int) int {
	h := (int(m.text[at])<<10 ^ int(m.text[at+1])<<5 ^ int(m.text[at+2])) & hashMask
	last := max(int(m.head[h]), m.base)
	m.prev[at&windowMask] = int32(last)
	m.head[h] = int32(at)
	return last
}

// match is a repetition of text that starts at from.
type match struct{ length, from int }

// none is what zlib starts with: a match that is too short to be used.
var none = match{length: minMatch - 1}

// run goes through the text. A match is used only when the next place has no
// longer one.
func (m *matcher) run() {
	before, waiting := none, false // of the byte before, and whether that is still to be written
	for {
		if m.read-m.at < minLookahead {
			m.fill()
			if m.read == m.at {
				break
			}
		}
		now := m.look(before)
		switch {
		case before.length >= minMatch && now.length <= before.length:
			full := m.block.match(before.length, m.at-1-before.from)
			m.skip(before.length - 1)
			before, waiting = none, false
			if full {
				m.block.end(m.text, m.at, m.base, false)
			}
			continue
		case waiting:
			if m.block.literal(m.text[m.at-1]) {
				m.block.end(m.text, m.at, m.base, false)
			}
		}
		before, waiting = now, true
		m.at++
	}
	if waiting {
		m.block.literal(m.text[m.at-1])
	}
	m.block.end(m.text, m.at, m.base, true)
}

// skip notes the places that a match covers.
func (m *matcher) skip(count int) {
	last := m.read - minMatch
	for range count - 1 {
		m.at++
		if m.at <= last {
			m.insert(m.at)
		}
	}
	m.at++
}

// look notes the current place and gives the best match there.
func (m *matcher) look(before match) match {
	if m.read-m.at < minMatch {
		return none
	}
	last := m.insert(m.at)
	if last == m.base || before.length >= maxMatch || m.at-last > maxDistance {
		return none
	}
	found := m.longest(last, before.length)
	if found.length == minMatch && m.at-found.from > tooFar {
		return none
	}
	return found
}

// longest follows the places with the same hash back, and gives the first one
// with the longest match beyond length. Without one, length stays.
func (m *matcher) longest(candidate, length int) match {
	text, at := m.text, m.at
	lookahead := m.read - at
	best := match{length: length}
	chain := maxChain
	if length >= goodMatch {
		chain >>= 2
	}
	if length >= lookahead {
		return match{length: lookahead}
	}
	enough := min(maxMatch, lookahead)
	limit := max(at-maxDistance, m.base)
	for {
		// The byte that would make it longer is the likeliest to differ.
		if text[candidate+best.length] == text[at+best.length] {
			if n := same(text[candidate:], text[at:at+enough]); n > best.length {
				best = match{n, candidate}
				if n >= enough {
					break
				}
			}
		}
		candidate = int(m.prev[candidate&windowMask])
		if chain--; candidate <= limit || chain == 0 {
			break
		}
	}
	return best
}

// same gives the length of the common start, at most that of b.
func same(a, b []byte) int {
	n := 0
	for n+8 <= len(b) && binary.LittleEndian.Uint64(a[n:]) == binary.LittleEndian.Uint64(b[n:]) {
		n += 8
	}
	for n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
