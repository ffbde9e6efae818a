// Names: what the keys of the parameters say, and labels made of names.
local lower = 'abcdefghijklmnopqrstuvwxyz0123456789';

local isPart(text) =
  text != ''
  && std.all([std.member(lower + '-', c) for c in std.stringChars(text)])
  && !std.startsWith(text, '-') && !std.endsWith(text, '-');

{
  // A name for a namespace.
  isNamespace(text): isPart(text) && std.length(text) <= 63,

  // A name for an object of most kinds.
  isName(text): std.all(std.map(isPart, std.split(text, '.'))) && std.length(text) <= 253,

  // A value of a label.
  isLabelValue(text):
    std.length(text) <= 63
    && std.all([std.member(lower + 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-_.', c) for c in std.stringChars(text)])
    && text == std.stripChars(text, '-_.'),

  // The entries of a parameter whose keys are `namespace/name`; a name alone is
  // in the default namespace, and null takes an entry of another layer out.
  entries(parameter, map, namespace): [
    local parts = std.splitLimit(key, '/', 1);
    {
      key: key,
      path: 'espejote.%s["%s"]' % [parameter, key],
      namespace: if std.length(parts) == 2 then parts[0] else namespace,
      name: parts[std.length(parts) - 1],
      value: map[key],
    }
    for key in std.objectFields(map)
    if map[key] != null
  ],

  // A name as the value of a label: those of roles have colons, and names may be
  // longer.
  labelValue(name):
    std.rstripChars(std.strReplace(name, ':', '-')[:63], '-.'),

  // Metadata of an object. given is what its parameters say; they have the last
  // word over annotations.
  metadata(name, namespace=null, given={}, annotations={}):
    local all = annotations + std.get(given, 'annotations', {});
    {
      name: name,
      [if namespace != null then 'namespace']: namespace,
      labels: { 'app.kubernetes.io/name': $.labelValue(name) } + std.get(given, 'labels', {}),
      [if all != {} then 'annotations']: all,
    },
}
