// Sentences about fields of which one, or at most one, may be set, and about
// those that must be. `where` is the parameter that holds them.
local resources = import '../resources.libsonnet';

local isSet(object, path) = !std.member([ null, '' ], resources.at(object, path));

local those(object, fields) = [ field for field in fields if isSet(object, field) ];

{
  problem(isWrong, text): if isWrong then [ text ] else [],

  exactlyOne(where, object, fields):
    local found = those(object, fields);
    $.problem(std.length(found) != 1, '%s must have exactly one of %s, but has %s' % [
      where,
      std.join(', ', fields),
      if found == [] then 'none' else std.join(' and ', found) + '; set the others to null',
    ]),

  atMostOne(where, object, fields):
    local found = those(object, fields);
    $.problem(std.length(found) > 1, '%s has %s, which exclude each other; set the others to null' % [
      where,
      std.join(' and ', found),
    ]),

  required(where, object, paths): [
    '%s.%s is missing' % [ where, path ]
    for path in paths
    if !isSet(object, path)
  ],
}
