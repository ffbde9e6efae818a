// Whether a switch somewhere in the chart's values is on. The chart takes some
// of them as text too.
function(values, path)
  local value = std.foldl(function(v, key) if std.isObject(v) && key in v then v[key], path, values);
  std.member([true, 'true'], value)
