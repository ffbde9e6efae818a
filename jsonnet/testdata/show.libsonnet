// Shows all that can be seen of a value, as plain data: functions by the number
// of their parameters, fields with hidden ones included. A field's key tells how
// the field was written:
//
//   a:    visible     a+:    visible, added to what an object on the left has
//   a::   hidden      a+::   hidden, added
//   a:::  visible even where the left has it hidden
//
// Fields that are named in skip are not looked into.
local probes = { object: { probe: 'left' }, array: ['left'], string: 'left ', number: 1e6 };

local isAdded(object, name) =
  local type = std.type(object[name]);
  std.objectHas(probes, type) && (
    local sum = ({ [name]: probes[type] } + object)[name];
    if type == 'object' then std.objectHas(sum, 'probe') && sum.probe == 'left' && !std.objectHas(object[name], 'probe')
    else if type == 'array' then std.length(sum) == std.length(object[name]) + 1
    else if type == 'string' then sum == probes.string + object[name]
    else sum == probes.number + object[name]
  );

local colons(object, name) =
  if !std.objectHas(object, name) then '::'
  else if std.objectHas({ [name]:: null } + object, name) then ':::'
  else ':';

local show(value, skip=[]) =
  if std.isFunction(value) then 'function of %d' % std.length(value)
  else if std.isArray(value) then [show(entry, skip) for entry in value]
  else if std.isObject(value) then {
    local skipped = std.member(skip, name),
    [name + (if !std.member(skip, name) && isAdded(value, name) then '+' else '') + colons(value, name)]:
      if skipped then 'skipped' else show(value[name], skip)
    for name in std.objectFieldsAll(value)
  }
  else value;

show
