// Checks of parameters. Each gives the value back, so that it is checked where
// it is used; each message names the parameter.
local show(value) = std.manifestJsonMinified(value);

local isPort(value) = std.type(value) == 'number' && value >= 1 && value <= 65535 && value == std.floor(value);

// Said of what is no map or list: there could be a secret in it.
local kindOf(value) =
  if std.isString(value) then 'a string' else if std.isArray(value) then 'a list' else if std.isObject(value) then 'a map' else show(value);

{
  // One of the listed values.
  oneOf(name, value, allowed):
    assert std.member(allowed, value) :
           'cilium.%s must be one of %s, not %s' % [name, std.join(', ', std.map(std.toString, allowed)), show(value)];
    value,

  bool(name, value):
    assert std.isBoolean(value) :
           'cilium.%s must be true or false without quotes, not %s' % [name, show(value)];
    value,

  // null leaves it to the chart, here and in the others.
  boolOrNull(name, value):
    assert value == null || std.isBoolean(value) :
           'cilium.%s must be true or false without quotes, or null, not %s' % [name, show(value)];
    value,

  text(name, value):
    assert std.type(value) == 'string' && value != '' :
           'cilium.%s must be a non-empty string, not %s' % [name, show(value)];
    value,

  stringOrNull(name, value):
    assert value == null || std.type(value) == 'string' :
           'cilium.%s must be a string or null, not %s' % [name, show(value)];
    value,

  count(name, value):
    assert std.type(value) == 'number' && value >= 0 && value == std.floor(value) :
           'cilium.%s must be a whole number, 0 or more, not %s' % [name, show(value)];
    value,

  port(name, value):
    assert isPort(value) :
           'cilium.%s must be a port, a whole number from 1 to 65535, not %s' % [name, show(value)];
    value,

  portOrNull(name, value):
    assert value == null || isPort(value) :
           'cilium.%s must be a port, a whole number from 1 to 65535, or null, not %s' % [name, show(value)];
    value,

  texts(name, value):
    assert std.type(value) == 'array' :
           'cilium.%s must be a list, not %s' % [name, kindOf(value)];
    [self.text('%s[%d]' % [name, i], value[i]) for i in std.range(0, std.length(value) - 1)],

  object(name, value):
    assert std.isObject(value) :
           'cilium.%s must be a map, not %s' % [name, kindOf(value)];
    value,

  // Kubernetes refuses annotations and labels that are not strings, but only
  // when the object is applied; null takes out one of another layer.
  strings(name, value):
    local object = $.object(name, value);
    {
      [key]:
        assert std.isString(object[key]) :
               'cilium.%s: the value of %s must be a string, not %s: put it in quotes' % [name, key, show(object[key])];
        object[key]
      for key in std.objectFields(object)
      if object[key] != null
    },

  // Settings by name that are all known: a misspelt one would do nothing. The
  // component's own have the name ''.
  known(name, value, names):
    local unknown = [key for key in std.objectFields($.object(name, value)) if !std.member(names, key)];
    assert unknown == [] :
           '%s.%s is no parameter; there are %s'
           % [std.rstripChars('cilium.' + name, '.'), unknown[0], std.join(', ', std.set(names))];
    value,

  // Kubernetes objects by name, each described by a map; null takes out one of
  // another layer.
  specs(name, value):
    {
      [key]: $.object(name + '.' + key, value[key])
      for key in std.objectFields($.object(name, value))
      if value[key] != null
    },

  // The entries of an upstream list that has a `name` in each entry. Here it is
  // a map by name: reclass can only append to lists, but changes one field of a
  // map, or takes an entry out with null.
  named(name, value):
    assert !std.isArray(value) :
           'cilium.%s is a map by name here, not a list: write the name of each entry as its key' % name;
    local entries = $.specs(name, value);
    [{ name: key } + entries[key] for key in std.objectFields(entries)],
}
