package difftest

import (
	"math/rand/v2"
	"strings"
)

// Random makes parts of requests.
type Random struct{ *rand.Rand }

// One is true once in so many times.
func (r Random) One(in int) bool { return r.IntN(in) == 0 }

// Pick gives one of the choices.
func Pick[T any](r Random, choices ...T) T { return choices[r.IntN(len(choices))] }

// Join gives up to most texts, one after the other.
func (r Random) Join(most int, one func() string) string {
	var b strings.Builder
	for range r.IntN(most + 1) {
		b.WriteString(one())
	}
	return b.String()
}
