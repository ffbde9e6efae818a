// Whether a map has the fields that it can have, of the types that they must
// have. The API server drops a field that it does not know.
local called = {
  array: 'a list',
  boolean: 'true or false',
  'null': 'null',
  number: 'a number',
  object: 'a map',
  string: 'a string',
};

{
  // fields is the type of each; a problem is `<path>: <what>; <fix>`.
  problems(path, value, fields, required=[]):
    if !std.isObject(value) then ['%s: must be a map, not %s' % [path, called[std.type(value)]]]
    else [
      '%s.%s: unknown field; known are %s' % [path, field, std.join(', ', std.objectFields(fields))]
      for field in std.objectFields(value)
      if !std.objectHas(fields, field)
    ] + [
      '%s.%s: must be %s, not %s' % [path, field, called[fields[field]], called[std.type(value[field])]]
      for field in std.objectFields(fields)
      if std.objectHas(value, field) && std.type(value[field]) != fields[field]
    ] + [
      '%s.%s: missing; it must be %s' % [path, field, called[fields[field]]]
      for field in required
      if !std.objectHas(value, field)
    ],

  // The problems of the first group that has any: what comes later may count on
  // what comes before.
  first(groups): std.foldl(function(found, group) if found != [] then found else group, groups, []),

  // All problems of a list's items; check takes the path and the item.
  each(path, items, check): std.flattenArrays([
    check('%s[%d]' % [path, i], items[i])
    for i in std.range(0, std.length(items) - 1)
  ]),

  // Items must differ in what key gives for them.
  distinct(path, items, key): [
    '%s[%d]: %s is %s[%d] as well; names in a list must differ' % [path, i, std.manifestJsonMinified(key(items[i])), path, first]
    for i in std.range(1, std.length(items) - 1)
    for first in [std.find(key(items[i]), std.map(key, items))[0]]
    if first < i
  ],

  oneOf(path, value, known):
    if value == null || std.member(known, value) then []
    else ['%s: %s is not known; it must be one of %s' % [path, std.manifestJsonMinified(value), std.join(', ', known)]],
}
