// Package pyyaml reads and writes YAML as the reference does: as PyYAML 6.0.4
// with the dumper settings of Kapitan 0.36.3 and Commodore 1.35.1, byte for
// byte, and, for the inventory, as serde_yaml 0.9.
//
// Goals: Dump and DumpAll give the same bytes as yaml.dump and yaml.dump_all
// for every value, one long pass without regular expressions; Load gives the
// values of PyYAML's SafeLoader (YAML 1.1) and ReadCore those of serde_yaml
// (YAML 1.2), both with the place of every node.
//
// Non-goals: comments, writing flow style or any option that the reference
// leaves alone (width 80, ASCII only, sorted keys and block style are fixed),
// tags of Python objects, and the reference's wording of errors.
//
// How it is laid out: resolve.go says what a plain scalar means in YAML 1.1 and
// serves both directions; emit*.go is the dumper, with the rules Y1-Y30 of the
// behaviour spec. Both readers share scan*.go, which makes tokens and knows in
// what the two scanners of the reference differ (type dialect), and parse*.go,
// which walks the tokens; load*.go makes values of YAML 1.1, core*.go of 1.2.
package pyyaml
