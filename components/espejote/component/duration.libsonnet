// Durations as Go's time.ParseDuration reads them. Espejote reads with it, but
// the API server checks with a parser that takes more: one stored `1d` keeps
// the controller from listing any ManagedResource, `-5s` makes it crash.
local nanoseconds = {
  ns: 1,
  us: 1e3,
  'µs': 1e3,  // U+00B5, the micro sign
  'μs': 1e3,  // U+03BC, the Greek letter
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};
local largest = 9223372036854775807;

local isNumeric(c) = std.member('0123456789.', c);

// How many characters from `start` on are numeric, or are not.
local run(chars, start, numeric) =
  if start < std.length(chars) && isNumeric(chars[start]) == numeric
  then 1 + run(chars, start + 1, numeric)
  else 0;

// `5`, `.5`, `5.` and `1.5`, or null.
local number(text) =
  local parts = std.split(text, '.');
  local digits = std.join('', parts);
  if digits == '' || std.length(parts) > 2 then null
  else std.parseInt(digits) / std.pow(10, if std.length(parts) == 2 then std.length(parts[1]) else 0);

// The nanoseconds of `1h30m` without its sign, or null.
local sum(chars) =
  local n = run(chars, 0, true);
  local u = run(chars, n, false);
  local amount = number(std.join('', chars[:n]));
  local unit = std.join('', chars[n:n + u]);
  if amount == null || !std.objectHas(nanoseconds, unit) then null
  else
    local first = std.floor(amount * nanoseconds[unit]);
    local rest = if n + u == std.length(chars) then 0 else sum(chars[n + u:]);
    if rest == null || first + rest > largest then null else first + rest;

{
  // Whether text is a duration that Go reads, and longer than nothing.
  isPositive(text):
    local chars = std.stringChars(if std.startsWith(text, '+') then text[1:] else text);
    local total = sum(chars);
    total != null && total > 0,
}
