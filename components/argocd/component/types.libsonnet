// Types of parameters, and what is said of a value that has another one. Each
// component that needs this file has the same one: they share no files.
//
// A check takes a parameter's name and its value and gives a list of sentences,
// none where all is right. `or` is what else the value may be. All of this runs
// in every compile, so names and words are put together for what is wrong only.

// Of a map or list, and of a string where one should be, the kind is all that
// is said: there could be a secret in it.
local kinds = { array: 'a list', object: 'a map', string: 'a string' };
local sentence(name, must, what) = [name + ' must be ' + must + ', not ' + what];
local wrong(name, value, must) =
  sentence(name, must, std.get(kinds, std.type(value), std.manifestJsonMinified(value)));
local wrongScalar(name, value, must) =
  if std.type(value) == 'string' then sentence(name, must, std.manifestJsonMinified(value)) else wrong(name, value, must);

local isWhole(value) = std.type(value) == 'number' && value == std.floor(value);

{
  string(name, value):
    if std.type(value) == 'string' then [] else wrongScalar(name, value, 'a string'),
  text(name, value, or=''):
    if std.type(value) == 'string' && value != '' then [] else wrongScalar(name, value, 'a non-empty string' + or),
  textOrNull(name, value):
    if value == null then [] else $.text(name, value, ' or null'),
  bool(name, value):
    if std.type(value) == 'boolean' then [] else wrongScalar(name, value, 'true or false without quotes'),
  wholeOrNull(name, value):
    if value == null || isWhole(value) then [] else wrongScalar(name, value, 'a whole number or null'),
  count(name, value):
    if isWhole(value) && value >= 0 then [] else wrongScalar(name, value, 'a whole number, 0 or more'),

  texts(name, value):
    if value == [] then []
    else if std.type(value) != 'array' then wrong(name, value, 'a list')
    else std.flatMap(function(i) $.text(name + '[' + i + ']', value[i]), std.range(0, std.length(value) - 1)),

  // check is for the map as a whole, each for every entry.
  map(name, value, check=null, or=''):
    if std.type(value) != 'object' then wrong(name, value, 'a map' + or)
    else if check == null then [] else check(name, value),
  mapOrNull(name, value, check=null):
    if value == null then [] else $.map(name, value, check, ' or null'),
  mapOf(name, value, each):
    if value == {} then []
    else if std.type(value) != 'object' then wrong(name, value, 'a map')
    else std.flatMap(function(key) each(name + '.' + key, value[key]), std.objectFields(value)),

  // Of a map's field that may be left out.
  optional(name, value, field, check):
    if field in value then check(name + '.' + field, value[field]) else [],

  // Objects by name; null takes out one of another layer.
  entries(name, value, check=null):
    $.mapOf(name, value, function(name, entry) $.mapOrNull(name, entry, check)),

  // Gives the parameters back, so that whoever uses them has had them checked.
  require(params, problems):
    assert problems == [] : std.join('\n', problems);
    params,
}
