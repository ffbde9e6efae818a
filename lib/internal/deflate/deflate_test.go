package deflate

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/casetest"
)

func TestCasesGzip(t *testing.T) {
	var rows []struct {
		Input string `json:"input"`
		Want  string `json:"gzip_b64"`
		Sum   string `json:"sha256"`
	}
	if err := json.Unmarshal(casetest.Read(t, "gzip.json"), &rows); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			if sum := sha256.Sum256([]byte(row.Input)); hex.EncodeToString(sum[:]) != row.Sum {
				t.Fatalf("the input of %d bytes is not the one meant", len(row.Input))
			}
			if got := base64.StdEncoding.EncodeToString(Gzip([]byte(row.Input))); got != row.Want {
				t.Errorf("input %.80q of %d bytes\ngot  %s\nwant %s", row.Input, len(row.Input), got, row.Want)
			}
		})
	}
}

// sums are of what zlib 1.2.13 makes of generated inputs, around each of its limits.
var sums = []struct {
	kind string
	size int
	want string
}{
	{"random", 1, "85ffe68810a1c2f8"},
	{"random", 3, "dd8b4c6037eb64c6"},
	{"random", 300, "e7aeed52806755b1"},
	{"random", 16382, "8a1fce7d873d3b64"},
	{"random", 16383, "738d5e66564417af"},
	{"random", 16384, "4f5f082d5a65fc69"},
	{"random", 16385, "ffb16cff623f0dec"},
	{"random", 32768, "d423f9d7a99442a5"},
	{"random", 65274, "92bd33289ebd92e6"},
	{"random", 65300, "5a68c463ec0229e0"},
	{"random", 65536, "e7ec7930ccdcd577"},
	{"random", 98304, "4e804a68b5202034"},
	{"random", 200000, "3c232b4e5b7e24f8"},
	{"zeros", 1, "4dcd33dbacf45994"},
	{"zeros", 3, "72eba93217ab597d"},
	{"zeros", 300, "555628d82ff688ab"},
	{"zeros", 16382, "76dc397959b508b6"},
	{"zeros", 16383, "035647b2fd54fdcc"},
	{"zeros", 16384, "66cbc89688432448"},
	{"zeros", 16385, "76498c2b49b0c78c"},
	{"zeros", 32768, "c0d9a339615b6691"},
	{"zeros", 65274, "7e859e0111cb546c"},
	{"zeros", 65300, "b4a8a2d21bf9bd73"},
	{"zeros", 65536, "1383b0d2cf036f04"},
	{"zeros", 98304, "2f23e616d8f58896"},
	{"zeros", 200000, "5a49071305d2a651"},
	{"few", 1, "a74d8daa33d9079c"},
	{"few", 3, "6eeaa6738413c313"},
	{"few", 300, "23c44c08f1193ad4"},
	{"few", 16382, "98c25069f9d83885"},
	{"few", 16383, "f4283b9190115b90"},
	{"few", 16384, "8de6a9dde5dfee9d"},
	{"few", 16385, "910b022a15e145b6"},
	{"few", 32768, "6fb8f126c35a5397"},
	{"few", 65274, "cade349a00409294"},
	{"few", 65300, "46f169fbfe307251"},
	{"few", 65536, "998fc3f6fccf2b9d"},
	{"few", 98304, "4b843f1793655a53"},
	{"few", 200000, "11990afd01a6bda2"},
	{"words", 1, "a74d8daa33d9079c"},
	{"words", 3, "a447a45d4bb05b69"},
	{"words", 300, "892553a68fb83d27"},
	{"words", 16382, "1163612316dc98ed"},
	{"words", 16383, "26c8f50a1cc6c9d8"},
	{"words", 16384, "240c2e6db2adc8f9"},
	{"words", 16385, "30dbed11fd3e4d32"},
	{"words", 32768, "25e78d6b563ffc03"},
	{"words", 65274, "3dc4e84d38f99040"},
	{"words", 65300, "dcc88199e10fc1ab"},
	{"words", 65536, "2d4f5f9813599329"},
	{"words", 98304, "0f9906bf8c32046f"},
	{"words", 200000, "2c4fb8c8f66fa0f5"},
	{"manifest", 1, "b6c4f096509ee1a3"},
	{"manifest", 3, "ca8481017406654c"},
	{"manifest", 300, "d0c8a455ee6734c7"},
	{"manifest", 16382, "9ef2a5e3cfba0ab8"},
	{"manifest", 16383, "00e0485d1b025330"},
	{"manifest", 16384, "2bd655d8b1c75c13"},
	{"manifest", 16385, "df39ffeba3cc6f21"},
	{"manifest", 32768, "62318dd29997e723"},
	{"manifest", 65274, "d1771272809be564"},
	{"manifest", 65300, "61272bff27664f4f"},
	{"manifest", 65536, "fec657d555d7a742"},
	{"manifest", 98304, "9c8e7481623ee97e"},
	{"manifest", 200000, "56905168de0aecf6"},
	{"far", 1, "0e5217ad4eee33a6"},
	{"far", 3, "9db1a95d4038bc6f"},
	{"far", 300, "0d3ebe1830bfbf69"},
	{"far", 16382, "dd5c7df8b51d8465"},
	{"far", 16383, "39e644542ed2f426"},
	{"far", 16384, "b8d4efbca8733ded"},
	{"far", 16385, "6ca3f569baa4778d"},
	{"far", 32768, "f92d8fe588be15ba"},
	{"far", 65274, "49b66be81b5f9acd"},
	{"far", 65300, "3ee51006413d2cdc"},
	{"far", 65536, "881ad7c3646de1e6"},
	{"far", 98304, "1b88714bd94fcc75"},
	{"far", 200000, "256c6dff8d313ba0"},
	{"pieces", 1, "101e2556d5333e81"},
	{"pieces", 3, "75d7bd50306f424c"},
	{"pieces", 300, "36e9f67b21ed8bd4"},
	{"pieces", 16382, "633a9e96dde57a69"},
	{"pieces", 16383, "0a1f04af4e82bec4"},
	{"pieces", 16384, "9e9560c884e2c685"},
	{"pieces", 16385, "3073cd993ac7f379"},
	{"pieces", 32768, "c328e70915632d7f"},
	{"pieces", 65274, "88e2c99fb5a08474"},
	{"pieces", 65300, "eb07665c40f6cc86"},
	{"pieces", 65536, "a5623e41b3546d97"},
	{"pieces", 98304, "b85c04d0b5e6925a"},
	{"pieces", 200000, "f1b3e1673901e8bb"},
	{"skewed", 1, "c4d88a8ac34cefe5"},
	{"skewed", 3, "d65e73cac87c84fc"},
	{"skewed", 300, "b486720102044c89"},
	{"skewed", 16382, "5973f0ee10fdd686"},
	{"skewed", 16383, "2bf0e4851f3aa5f9"},
	{"skewed", 16384, "3186682103cfeb12"},
	{"skewed", 16385, "93add011c6eddbfe"},
	{"skewed", 32768, "2267e72c15758643"},
	{"skewed", 65274, "52a16cf21bf6e372"},
	{"skewed", 65300, "95734da509d09d4b"},
	{"skewed", 65536, "9c2ce6c444ad0021"},
	{"skewed", 98304, "1f1cd8dcf8512d1b"},
	{"skewed", 200000, "9d475adb6cf14fcc"},
	{"mixed", 1, "85ffe68810a1c2f8"},
	{"mixed", 3, "dd8b4c6037eb64c6"},
	{"mixed", 300, "e7aeed52806755b1"},
	{"mixed", 16382, "d5a3771ebbbdd87c"},
	{"mixed", 16383, "a3187e0f34bd08b6"},
	{"mixed", 16384, "f61bde46031e5045"},
	{"mixed", 16385, "cbee22a16ef98646"},
	{"mixed", 32768, "e2e32998413b64b6"},
	{"mixed", 65274, "bebc3fcf76345326"},
	{"mixed", 65300, "a3c54a7870cefe77"},
	{"mixed", 65536, "d5b350c70d59af07"},
	{"mixed", 98304, "7e4f64e61df39c38"},
	{"mixed", 200000, "ef385e554e08ddde"},
	{"mixed", 3000000, "1c0cc22a683f84f9"},
}

func TestSums(t *testing.T) {
	for _, test := range sums {
		t.Run(fmt.Sprintf("%s %d", test.kind, test.size), func(t *testing.T) {
			sum := sha256.Sum256(Gzip(generate(test.kind, test.size, 1)))
			if got := hex.EncodeToString(sum[:8]); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

var kinds = []string{"random", "zeros", "few", "words", "manifest", "far", "pieces", "skewed", "mixed"}

// generate gives an input that is the same each time.
func generate(kind string, size int, seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 7))
	b := make([]byte, 0, size+64)
	pool := make([]byte, 70_000)
	for i := range pool {
		pool[i] = byte(r.Uint32())
	}
	for len(b) < size {
		k := kind
		if kind == "mixed" {
			k = kinds[len(b)/5000%(len(kinds)-1)]
		}
		switch k {
		case "random":
			b = append(b, byte(r.Uint32()))
		case "zeros":
			b = append(b, 0)
		case "few":
			b = append(b, "abc"[r.IntN(3)])
		case "words":
			b = append(append(b, strings.Repeat(string(rune('a'+r.IntN(20))), 1+r.IntN(3))...), "ing the "[r.IntN(8):]...)
		case "manifest":
			b = fmt.Appendf(b, "- name: c-%d\n  image: example.org/app:%d\n  args:\n  - --v=%d\n", r.IntN(50), r.IntN(9000), r.IntN(3))
		case "far": // repeats at distances around that of the window
			if d := windowSize - 300 + r.IntN(600); len(b) > d {
				at := len(b) - d
				b = append(b, b[at:at+3+r.IntN(20)]...)
			}
			b = append(b, byte(r.Uint32()))
		case "pieces": // short repeats of random bytes, in a random order
			at := r.IntN(len(pool) - 300)
			b = append(b, pool[at:at+2+r.IntN(9)]...)
		case "skewed": // symbols of very different weight: codes longer than allowed
			n := 0
			for n < 40 && r.IntN(10) < 4 {
				n++
			}
			b = append(b, byte(n*7))
		}
	}
	return b[:size]
}

// FuzzGzip checks that others can read what is written.
func FuzzGzip(f *testing.F) {
	for i, kind := range kinds {
		f.Add(generate(kind, 1<<i*20, 1))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if got := unpack(t, Gzip(text)); !bytes.Equal(got, text) {
			t.Errorf("got %q back, want %q", got, text)
		}
	})
}

func unpack(t *testing.T, packed []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// askZlib reads inputs, each after its length, and answers with gzip's sums.
const askZlib = `
import gzip, hashlib, io, struct, sys
while head := sys.stdin.buffer.read(4):
    text = sys.stdin.buffer.read(struct.unpack('<I', head)[0])
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode='wb', compresslevel=9, mtime=0) as f:
        f.write(text)
    print(hashlib.sha256(out.getvalue()).hexdigest()[:16])
`

// TestOracleZlib compares with the reference's zlib: DEFLATE_INPUTS inputs from
// DEFLATE_SEED on.
func TestOracleZlib(t *testing.T) {
	python := casetest.Python(t)
	count, seed := 2000, uint64(1)
	fmt.Sscan(os.Getenv("DEFLATE_INPUTS"), &count)
	fmt.Sscan(os.Getenv("DEFLATE_SEED"), &seed)
	var in bytes.Buffer
	inputs := make([][]byte, count)
	for i := range inputs {
		inputs[i] = varied(seed + uint64(i))
		in.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(inputs[i]))))
		in.Write(inputs[i])
	}
	cmd := exec.Command(python, "-c", askZlib)
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := strings.Fields(string(out))
	if len(answers) != count {
		t.Fatalf("%d answers to %d inputs", len(answers), count)
	}
	for i, text := range inputs {
		packed := Gzip(text)
		if sum := sha256.Sum256(packed); hex.EncodeToString(sum[:8]) != answers[i] {
			t.Errorf("seed %d, %d bytes: got %x, want %s", seed+uint64(i), len(text), sum[:8], answers[i])
		}
	}
}

// varied gives an input whose kind and size depend on the seed: mostly short ones,
// some around the sizes of windows and buffers, and few of several MiB.
func varied(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 3))
	limits := []int{258, 16383, 32506, 32768, 65274, 65536, 98042, 98304, 131072}
	size := r.IntN(1 << r.IntN(13))
	switch seed % 16 {
	case 1, 2:
		size = limits[r.IntN(len(limits))] - 300 + r.IntN(600)
	case 3:
		size = r.IntN(400_000)
	case 4:
		if seed%512 == 4 {
			size = r.IntN(6 << 20)
		}
	}
	return generate(kinds[r.IntN(len(kinds))], max(size, 0), seed)
}
