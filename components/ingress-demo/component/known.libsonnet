// Settings by name that are all known: a misspelt one would do nothing.
function(parameter, settings, names)
  local unknown = std.setDiff(std.objectFields(settings), std.set(names));
  assert unknown == [] :
         'ingress_demo.%s.%s is no parameter; there are %s' % [parameter, unknown[0], std.join(', ', names)];
  settings
