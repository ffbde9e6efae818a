// Whether a switch somewhere in the chart's values is on. The chart takes some
// of them as text too.
function(values, path)
  local value = std.foldl(function(v, key) if std.isObject(v) then std.get(v, key) else null, path, values);
  std.member([true, 'true'], value)
