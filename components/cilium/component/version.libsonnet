// Which Cilium the chart installs. Returns a function that tells whether it is
// at least a given minor version, such as '1.20'; a release candidate counts as
// the version that it is a candidate for.
local oldest = '1.16';

local isNumber(text) = text != '' && std.stripChars(text, '0123456789') == '';

local minor(version) =
  local parts = std.split(version, '.');
  [std.parseInt(parts[0]), std.parseInt(parts[1])];

function(version)
  assert std.isString(version) :
         'cilium.charts.cilium.version must be a string, not %s%s'
         % if std.isNumber(version) then ['the number ' + version, ': put it in quotes'] else [std.manifestJsonMinified(version), ''];
  local parts = std.split(version, '.');
  // A range is no pin: what Argo CD installs would change by itself.
  assert std.length(parts) >= 3 && isNumber(parts[0]) && isNumber(parts[1]) && isNumber(std.substr(parts[2], 0, 1)) :
         'cilium.charts.cilium.version must be one version such as 1.18.12, not "%s"' % version;
  assert minor(version) >= minor(oldest) :
         'cilium.charts.cilium.version is %s, but this component needs Cilium %s or later' % [version, oldest];
  local installed = minor(version);
  function(since) installed >= minor(since)
