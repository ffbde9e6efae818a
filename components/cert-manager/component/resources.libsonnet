// Objects from a map of parameters: each entry is merged over the object that
// `base` makes for it. Keys are names of objects; see `forms`.
local com = import 'lib/commodore.libjsonnet';
local kube = import 'lib/kube.libjsonnet';

// How many parts a key may have, by the form that errors ask for.
local forms = {
  name: [1],
  'namespace/name': [2],
  'name or namespace/name': [1, 2],
};

// null takes a field of another layer, or of the base, out.
local withoutNulls(value) =
  if std.type(value) != 'object' then value else {
    [field]: withoutNulls(value[field])
    for field in std.objectFields(value)
    if value[field] != null
  };

local metadataOf(parameter, key, form) =
  // Like com.generateResources(): no object's name has an underscore.
  local parts = std.split(kube.hyphenate(key), '/');
  assert std.member(forms[form], std.length(parts)) && !std.member(parts, '') :
         'cert_manager.%s: the key "%s" must be of the form %s' % [ parameter, key, form ];
  {
    [if std.length(parts) == 2 then 'namespace']: parts[0],
    name: parts[std.length(parts) - 1],
  };

{
  // base(metadata, entry) makes the object that `entry` is merged over.
  fromMap(parameter, form, entries, base): [
    local entry = entries[key];
    withoutNulls(base(metadataOf(parameter, key, form), entry) + com.makeMergeable(entry)) {
      // For the checks; no part of the object.
      parameter:: 'cert_manager.' + parameter + '.' + key,
      entry:: entry,
    }
    for key in std.objectFields(entries)
    if entries[key] != null
  ],

  // std.findSubstr is a loop in Jsonnet, which takes longer than all the rest
  // of a compile; std.splitLimit is built in.
  contains(text, part): std.length(std.splitLimit(text, part, 1)) > 1,

  // What errors and look-ups need: the value below a path of fields, or null.
  // The checks look up hundreds, so by what is built in: std.split, std.isObject
  // and std.get are Jsonnet.
  at(object, path): std.foldl(
    function(value, field) if std.type(value) == 'object' && field in value then value[field],
    std.splitLimit(path, '.', -1),
    object
  ),

  // After the chart: its CRDs must exist and its webhook must answer.
  // All in one wave: a CA issuer is healthy only after its own Certificate is
  // issued, so the one would wait for the other's wave forever.
  afterChart: {
    annotations+: {
      'argocd.argoproj.io/sync-options': 'SkipDryRunOnMissingResource=true',
      'argocd.argoproj.io/sync-wave': '10',
    },
  },
}
