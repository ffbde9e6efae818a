// Types of parameters, and what is said of a value that has another one. Each
// component that needs this file has the same one: they share no files.
//
// A type says whether a value `is` of it and, in words, what the value `must`
// be; types of maps and lists may have that of what is inside: `fields` by name,
// or one for `each` entry or item. Words are made only for what is wrong.
local isWhole(value) = std.type(value) == 'number' && value == std.floor(value);

// The kind is all that is said where something holds more than itself, or
// should: there could be a secret in it.
local kinds = { array: 'a list', object: 'a map', string: 'a string' };
local shown(value, type) =
  local kind = std.type(value);
  if kind == 'array' || kind == 'object' || kind == 'string' && 'holdsMore' in type then kinds[kind]
  else std.manifestJsonMinified(value);

local problems(path, value, type) =
  if !type.is(value) then ['%s must be %s, not %s' % [path, type.must, shown(value, type)]]
  else if value == null then []
  else if 'fields' in type then [
    problem
    for name in std.objectFields(type.fields)
    if name in value
    for problem in problems(path + '.' + name, value[name], type.fields[name])
  ] else if 'each' in type && std.type(value) == 'object' then [
    problem
    for key in std.objectFields(value)
    for problem in problems(path + '.' + key, value[key], type.each)
  ] else if 'each' in type then [
    problem
    for i in std.range(0, std.length(value) - 1)
    for problem in problems('%s[%d]' % [path, i], value[i], type.each)
  ] else [];

{
  string: { is(value): std.type(value) == 'string', must: 'a string' },
  text: { is(value): std.type(value) == 'string' && value != '', must: 'a non-empty string' },
  bool: { is(value): std.type(value) == 'boolean', must: 'true or false without quotes' },
  whole: { is(value): isWhole(value), must: 'a whole number' },
  count: { is(value): isWhole(value) && value >= 0, must: 'a whole number, 0 or more' },
  map: { is(value): std.type(value) == 'object', must: 'a map', holdsMore: true },
  list: { is(value): std.type(value) == 'array', must: 'a list', holdsMore: true },

  fields(types): self.map { fields: types },
  mapOf(type): self.map { each: type },
  listOf(type): self.list { each: type },
  orNull(type): type { is(value): value == null || super.is(value), must: super.must + ' or null' },

  // Gives the parameters back, so that whoever uses them has had them checked.
  require(name, value, type):
    local all = problems(name, value, type);
    assert all == [] : std.join('\n', all);
    value,
}
