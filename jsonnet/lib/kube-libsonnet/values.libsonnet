// Part of kube.libsonnet: what its objects are made with.

local siUnits = {
  m: 0.001,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 1024,
  Mi: 1024 * self.Ki,
  Gi: 1024 * self.Mi,
  Ti: 1024 * self.Gi,
  Pi: 1024 * self.Ti,
  Ei: 1024 * self.Pi,
};

{
  // False switches all checks off, which saves time on large objects.
  _assert:: true,

  // The oldest Kubernetes that knows all API versions below.
  minKubeVersion: {
    major: 1,
    minor: 19,
    version: self.major + '.' + self.minor,
  },

  objectValues(o):: std.objectValues(o),

  objectItems(o):: [[field.key, field.value] for field in std.objectKeysValues(o)],

  // Underscores to hyphens: a Jsonnet name to a Kubernetes name.
  hyphenate(s):: std.strReplace(s, '_', '-'),

  // { some_name: { a: 1 } } to [{ name: 'some-name', a: 1 }].
  mapToNamedList(o):: [{ name: $.hyphenate(name) } + o[name] for name in std.objectFields(o)],

  // The fields of o that are in `fields`, a sorted list.
  filterMapByFields(o, fields): {
    [name]: o[name]
    for name in std.setInter(std.objectFields(o), fields)
  },

  // The number that is written in octal digits, such as a file mode.
  parseOctal(s)::
    local last = std.length(s) - 1;
    local digit = std.parseInt(std.substr(s, last, 1));
    if $._assert && digit >= 8 then error "found '%s' digit >= 8" % digit
    else digit + if last > 0 then 8 * $.parseOctal(s[:last]) else 0,

  // The number that is written as a whole number and a unit: '500m', '2Gi'.
  siToNum(n)::
    local units = [unit for unit in std.objectFields(siUnits) if std.endsWith(n, unit)];
    if units == [] then error 'Unknown numerical suffix in ' + n
    else std.parseInt(n[:std.length(n) - std.length(units[0])]) * siUnits[units[0]],

  // Letters other than A to Z stay as they are.
  toLower(s):: std.asciiLower(s),
  toUpper(s):: std.asciiUpper(s),

  boolXor(x, y):: !x != !y,
}
