{ [std.extVar('component')]: { before: importstr './fixup.jsonnet' } }
