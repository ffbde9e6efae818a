// The JsonnetLibraries that a template imports, directly and through others.
//
// Espejote does not render again when one of them changes. A trigger on the
// library helps, but trigger and content come from caches that race, and often
// the render still sees the old text. So the ManagedResource also carries hashes
// of its libraries: it changes when they do, and that makes for a full render.
local names = import 'names.libsonnet';

// Templates are long: everything here is in terms of std.split, which is native,
// where std.findSubstr and slices are not.
local count(text, part) = std.length(std.split(text, part)) - 1;

// Whether code may go on after this part of a line: no comment, no string open.
local isCode(before) =
  std.all([count(before, quote) % 2 == 0 for quote in ['"', "'"]])
  && std.all([count(' ' + before, mark) == 0 for mark in [' //', ' #', '/*']])
  && !std.startsWith(std.trim(before), '*');

// The string after `import`, `importstr` or `importbin`, as a list of one.
local literal(after) =
  local suffix = [s for s in ['str', 'bin', ''] if std.startsWith(after, s)][0];
  local rest = std.trim(std.substr(after, std.length(suffix), std.length(after)));
  local quoted = std.lstripChars(rest, '@');
  local quote = std.substr(quoted, 0, 1);
  if std.member(["'", '"'], quote) then [std.split(quoted, quote)[1]] else [];

// The paths that a text imports, found without a parser. It may find too many,
// in odd comments: a trigger on a library too much does no harm.
local pathsIn(text) =
  local parts = std.split(text, 'import');
  std.flattenArrays([
    literal(std.join('import', parts[i:]))
    for i in std.range(1, std.length(parts) - 1)
    for lines in [std.split(std.join('import', parts[:i]), '\n')]
    if isCode(lines[std.length(lines) - 1])
  ]);

function(params)
  local data = std.foldl(
    function(all, entry) all { ['%(namespace)s/%(name)s' % entry]: entry.value.spec.data },
    names.entries('jsonnetLibraries', params.jsonnetLibraries, params.namespace),
    {},
  );

  // What Espejote's importer makes of a path. The importer is '' for a template,
  // else the file of a library: `<library>/<key>` for one in the namespace of
  // the ManagedResource, `lib/<library>/<key>` for a shared one.
  local resolve(importer, path, namespace) =
    local plain = if std.startsWith(path, './') then path[2:] else path;
    local depth = count(plain, '/');
    local file =
      if depth == 0 then std.join('/', std.split(importer, '/')[:count(importer, '/')] + [plain])
      else if depth == 1 && std.startsWith(importer, 'lib/') then 'lib/' + plain
      else plain;
    local parts = std.split(file, '/');
    local shared = std.length(parts) == 3 && parts[0] == 'lib';
    local isLocal = std.length(parts) == 2 && parts[0] != 'lib' && namespace != null;
    {
      path: path,
      importer: importer,
      file: file,
      isValid: (shared || isLocal) && !std.member(parts, ''),
      namespace: if shared then params.namespace else namespace,
      library: if self.isValid then parts[std.length(parts) - 2],
      key: parts[std.length(parts) - 1],
      // null where the library is not from these parameters.
      data: if self.isValid then std.get(data, '%(namespace)s/%(library)s' % self),
    };

  local importsOf(importer, text, namespace) = [
    resolve(importer, path, namespace)
    for path in pathsIn(text)
    // Always the built-in one.
    if path != 'espejote.libsonnet'
  ];

  local reach(todo, seen, namespace) =
    if todo == [] then seen
    else if std.member([found.file for found in seen], todo[0].file) then reach(todo[1:], seen, namespace)
    else
      local text = std.get(if todo[0].data == null then {} else todo[0].data, todo[0].key, '');
      reach(todo[1:] + importsOf(todo[0].file, text, namespace), seen + [todo[0]], namespace);

  // Every import that a template reaches; namespace is null for a
  // ClusterAdmission, which has shared libraries only.
  local allImports(template, namespace) = reach(importsOf('', template, namespace), [], namespace);

  // One for each library, whatever keys of it are imported.
  local librariesOf(template, namespace) = std.set(
    [found for found in allImports(template, namespace) if found.isValid],
    function(found) '%(namespace)s/%(library)s' % found,
  );

  // Whether a selector takes in a library; others filter in ways not seen here.
  local takesIn(selector, library, namespace) =
    std.startsWith(std.get(selector, 'apiVersion', ''), 'espejote.io/')
    && std.get(selector, 'kind') == 'JsonnetLibrary'
    && std.member(['', library.namespace], std.get(selector, 'namespace', namespace))
    && std.member(['', library.library], std.get(selector, 'name', ''))
    && !std.objectHas(selector, 'labelSelector') && !std.objectHas(selector, 'ignoreNames');

  {
    importsOf: allImports,

    // Triggers for the libraries that the ManagedResource does not watch by itself.
    triggersOf(spec, namespace):
      local contexts = { [context.name]: context.resource for context in std.get(spec, 'context', []) };
      local watched = [
        if std.objectHas(trigger, 'watchContextResource') then contexts[trigger.watchContextResource.name]
        else std.get(trigger, 'watchResource', {})
        for trigger in std.get(spec, 'triggers', [])
      ];
      [
        {
          // Much as it is imported; two libraries of one name stay apart.
          name: (if library.namespace == params.namespace then 'library/lib/' else 'library/') + library.library,
          watchResource: {
            apiVersion: 'espejote.io/v1alpha1',
            kind: 'JsonnetLibrary',
            name: library.library,
            namespace: library.namespace,
          },
        }
        for library in librariesOf(spec.template, namespace)
        if !std.any([takesIn(selector, library, namespace) for selector in watched])
      ],

    // Hashes of the libraries that are known here, as the value of an annotation.
    hashesOf(template, namespace): std.join(', ', [
      '%s/%s=%s' % [library.namespace, library.library, std.md5(std.manifestJsonMinified(library.data))]
      for library in librariesOf(template, namespace)
      if library.data != null
    ]),
  }
