package jsonnetvm

import "testing"

// TestNatives has answers of the reference beyond the case file; 609 expressions
// of this kind were compared with it.
func TestNatives(t *testing.T) {
	texts := map[string]string{
		"/wd/vendor/a.yaml": "k: yes\n", "/wd/vendor/UP.YAML": "a: 1\n", "/wd/vendor/nul.txt": "a\x00b", "/wd/vendor/nul.yaml": "a: \"x\\0y\"\n",
		"/wd/vendor/crlf.yaml": "a: |\r\n  x\r\n  y\r\n", "/wd/vendor/bom.yaml": "\ufeffa: 1\n", "/wd/vendor/dup.yaml": "a: 1\na: 2\n",
		"/wd/vendor/comment.yaml": "# x\n", "/wd/vendor/two.yaml": "---\n---\n", "/wd/vendor/set.yaml": "!!set {a, b}\n",
		"/wd/vendor/f.yaml": "- 1.0\n- 017\n- 190:20:30\n", "/wd/vendor/tag.yaml": "a: !foo 1\n", "/wd/vendor/latin/l.txt": "\xff",
		"/wd/vendor/sub/z.txt": "z", "/wd/vendor/sub/y.txt": "y\r\n", "/wd/vendor/sub/deep/x": "", "/wd/vendor/d.yaml/inner": "", "/wd/only/b": "",
		"/wd/vendor/t.j2": "{{ a }} {% include 'tpl/i.j2' %}", "/wd/vendor/tpl/i.j2": "included\n\n",
	}
	const failed = "jsonnet/native"
	tests := []struct{ main, want string }{
		{`kap.yaml_load("UP.YAML")`, failed},
		{`kap.yaml_load("d.yaml")`, failed},
		{`kap.yaml_load("a.yaml\u0000x")`, `"{\"k\": true}"`},
		{`kap.yaml_load("sub/../a.yaml")`, `"{\"k\": true}"`},
		{`kap.yaml_load("no/../a.yaml")`, failed},
		{`kap.yaml_load("nul.yaml")`, `"{\"a\": \"x\\u0000y\"}"`},
		{`kap.yaml_load("crlf.yaml")`, `"{\"a\": \"x\\ny\\n\"}"`},
		{`kap.yaml_load("bom.yaml")`, `"{\"a\": 1}"`},
		{`kap.yaml_load("dup.yaml")`, `"{\"a\": 2}"`},
		{`kap.yaml_load("comment.yaml")`, `"null"`},
		{`kap.yaml_load("two.yaml")`, failed},
		{`kap.yaml_load("set.yaml")`, failed},
		{`kap.yaml_load("tag.yaml")`, failed},
		{`kap.yaml_load("f.yaml")`, `"[1.0, 15, 685230]"`},
		{`kap.yaml_load_stream("comment.yaml")`, `"[]"`},
		{`kap.yaml_load_stream("two.yaml")`, `"[null, null]"`},
		{`kap.file_read("nul.txt")`, `"a"`},
		{`kap.file_read("sub/y.txt")`, `"y\r\n"`},
		{`kap.file_read("sub//z.txt")`, `"z"`},
		{`kap.file_read("latin/l.txt")`, failed},
		{`kap.file_read("")`, failed},
		{`kap.file_read("sub/")`, failed},
		{`kap.file_exists("sub")`, `{"exists":true,"path":"/wd/vendor/sub"}`},
		{`kap.file_exists("sub/../a.yaml")`, `{"exists":true,"path":"/wd/vendor/sub/../a.yaml"}`},
		{`kap.file_exists("a.yaml/")`, `{"exists":false,"path":""}`},
		{`kap.file_exists("only/b").path`, `"/wd/only/b"`},
		{`kap.file_exists("/wd/only/b").path`, `"/wd/only/b"`},
		{`kap.dir_files_list("sub")`, `["y.txt","z.txt"]`},
		{`kap.dir_files_list("a.yaml")`, failed},
		{`kap.dir_files_list("nope")`, failed},
		{`kap.dir_files_read("sub")`, `{"y.txt":"y\r\n","z.txt":"z"}`},
		{`kap.dir_files_read("latin")`, failed},
		{`kap.dir_files_read("nope")`, "null"},
		{`kap.yaml_dump("[1, [2]]")`, `"- 1\n- - 2\n"`},
		{`kap.yaml_dump(" 1 ")`, `"1\n...\n"`},
		{`kap.yaml_dump("")`, failed},
		{`kap.yaml_dump("[1,]")`, failed},
		{`kap.yaml_dump("12345678901234567890")`, `"12345678901234567890\n...\n"`},
		{`kap.yaml_dump(1e20)`, `"100000000000000000000\n...\n"`},
		{`kap.yaml_dump_stream([])`, `""`},
		{`kap.yaml_dump_stream({ b: 1, a: 2 })`, `"a\n--- b\n...\n"`},
		{`kap.yaml_dump_stream("\"ab\"")`, `"a\n--- b\n...\n"`},
		{`kap.yaml_dump_stream(1)`, failed},
		{`kap.yaml_dump_stream(null)`, failed},
		{`kap.sha256("a\u0000b")`, `"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"`},
		{`kap.sha256("")`, `"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"`},
		{`std.native("sha256_string")(1)`, failed},
		{`std.native("file_read")(null)`, failed},
		{`std.native("file_read")(["x"])`, failed},
		{`std.native("file_read")("a", "b")`, "jsonnet/runtime"},
		{`std.native("nope")`, "null"},
		{`std.native("gzip_b64")("x")`, `"H4sIAAAAAAAC/6sAAIMW3IwBAAAA"`},
		{`std.native("gzip_b64")("x\u0000y")`, `"H4sIAAAAAAAC/6sAAIMW3IwBAAAA"`},
		{`std.native("gzip_b64")([])`, failed},
		{`std.native("gzip_b64")(1)`, failed},
		{`std.native("jsonschema_validate")("1", "{}")`, `{"reason":"","valid":true}`},
		{`kap.jsonschema(1, { type: "string" }).valid`, "false"},
		{`kap.jsonschema({ b: 1, a: 2 }, { type: "string" }).reason`, `"{'a': 2, 'b': 1} is not of type 'string'\n\nFailed validating 'type' in schema:\n    {'type': 'string'}\n\nOn instance:\n    {'a': 2, 'b': 1}"`},
		{`kap.jsonschema(1, { type: "nope" })`, failed},
		{`kap.jsonschema("no JSON", {})`, failed},
		{`kap.jsonschema({}, "no JSON")`, failed},
		{`kap.jinja2_template("t.j2", { a: [1] })`, `"[1] included\n"`},
		{`kap.jinja2_template("t.j2", "{\"a\": 2}")`, `"2 included\n"`},
		{`kap.jinja2_template("t.j2", [])`, failed},
		{`kap.jinja2_template("tpl/i.j2", [])`, `"included\n"`},
		{`kap.jinja2_template("tpl/i.j2", ["ab"])`, failed},
		{`kap.jinja2_template("tpl/i.j2", "")`, failed},
		{`kap.jinja2_template("tpl/i.j2", null)`, failed},
		{`kap.jinja2_template("tpl", {})`, failed},
		{`kap.jinja2_template("nope.j2", {})`, failed},
		{`std.native("jinja2_render_file")("t.j2", 1)`, failed},
		{`std.native("topics")(null)`, failed},
		{`std.native("topics")()`, "jsonnet/runtime"},
		{`std.type(std.native("topics"))`, `"function"`},
	}
	vm := New(testLib())
	for _, test := range tests {
		t.Run(test.main, func(t *testing.T) {
			got, err := evaluated(t, vm, kap+test.main, texts, nil)
			if err != nil {
				got = finding(t, err).ID
			}
			if got = compact(got); got != test.want {
				t.Errorf("got %s, error %v, want %s", got, err, test.want)
			}
		})
	}
}
