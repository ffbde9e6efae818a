// Settings by name that are all known: a misspelt one would do nothing.
function(parameter, settings, names)
  local unknown = [name for name in std.objectFields(settings) if !std.member(names, name)];
  assert unknown == [] :
         'ingress_demo.%s.%s is no parameter; there are %s' % [parameter, unknown[0], std.join(', ', names)];
  settings
