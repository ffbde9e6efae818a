// What a ManagedResource must not be.
local duration = import 'duration.libsonnet';
local librariesOf = import 'libraries.libsonnet';
local names = import 'names.libsonnet';
local shape = import 'shape.libsonnet';

local quote = std.manifestJsonMinified;

local selectorFields = {
  apiVersion: 'string',
  kind: 'string',
  name: 'string',
  namespace: 'string',
  labelSelector: 'object',
  matchNames: 'array',
  ignoreNames: 'array',
  stripManagedFields: 'boolean',
  _resource: 'string',
  _namespaced: 'boolean',
};

local selectorProblems(path, selector) = shape.first([
  shape.problems(path, selector, selectorFields, ['apiVersion', 'kind']),
  // The watch never ends its initial list, because the filter drops the marker
  // at its end, and nothing of the ManagedResource is ever rendered.
  if std.get(selector, 'matchNames', []) == [] then []
  else ['%s.matchNames: never syncs against a current API server; use name, or a labelSelector' % path],
  [
    '%s.ignoreNames: %s is compared as it is, not as a pattern; list whole names, or use a labelSelector' % [path, quote(name)]
    for name in std.get(selector, 'ignoreNames', [])
    if !std.isString(name) || std.any([std.member(name, c) for c in std.stringChars('^$*+?()[]{}|\\')])
  ],
]);

local durationProblems(path, text) =
  if duration.isPositive(text) then []
  else [
    '%s: %s is no duration above zero that Espejote reads, but the API server stores it, and then no ManagedResource of the cluster works; write hours, minutes or seconds, such as 24h or 1h30m'
    % [path, quote(text)],
  ];

// Espejote would take the first of several and say nothing.
local sources = ['interval', 'watchContextResource', 'watchResource'];

local triggerProblems(contexts) = function(path, trigger) shape.first([
  shape.problems(path, trigger, { name: 'string', interval: 'string', watchContextResource: 'object', watchResource: 'object' }, ['name']),
  if std.length([s for s in sources if std.objectHas(trigger, s)]) == 1 then []
  else ['%s: needs one of %s, and only one' % [path, std.join(', ', sources)]],
  if std.objectHas(trigger, 'interval') then
    durationProblems(path + '.interval', trigger.interval)
  else if std.objectHas(trigger, 'watchResource') then
    selectorProblems(path + '.watchResource', trigger.watchResource)
  else
    local reference = path + '.watchContextResource';
    shape.first([
      shape.problems(reference, trigger.watchContextResource, { name: 'string' }, ['name']),
      if std.member(contexts, trigger.watchContextResource.name) then []
      else if contexts == [] then
        ['%s.name: there is no context %s; add it to spec.context' % [reference, quote(trigger.watchContextResource.name)]]
      else
        ['%s.name: there is no context %s; known are %s' % [reference, quote(trigger.watchContextResource.name), std.join(', ', contexts)]],
    ]),
]);

local contextProblems(path, context) = shape.first([
  shape.problems(path, context, { name: 'string', resource: 'object' }, ['name', 'resource']),
  selectorProblems(path + '.resource', context.resource),
]);

local applyProblems(path, options) = shape.first([
  shape.problems(path, options, { fieldManager: 'string', fieldValidation: 'string', force: 'boolean' }),
  shape.oneOf(path + '.fieldValidation', std.get(options, 'fieldValidation'), ['Ignore', 'Strict']),
]);

local verbs = ['create', 'delete', 'patch'];
local writeProblems(path, write) = shape.first([
  shape.problems(path, write, {
    apiVersion: 'string',
    kind: 'string',
    namespace: 'string',
    names: 'array',
    verbs: 'array',
    _resource: 'string',
    _namespaced: 'boolean',
  }, ['apiVersion', 'kind']),
  std.flattenArrays([shape.oneOf(path + '.verbs', verb, verbs) for verb in std.get(write, 'verbs', [])]),
  if !std.member(std.get(write, 'verbs', []), 'create') || std.member(write.verbs, 'patch') then []
  else ['%s.verbs: create alone is no use, because Espejote creates by an apply; add patch' % path],
]);

local roleProblems(path, role) = shape.problems(path, role, { rules: 'array' }, ['rules']);

// All of a map of parameters; null takes one of another layer out.
local eachField(path, map, check) = std.flattenArrays([
  check('%s["%s"]' % [path, name], map[name])
  for name in std.objectFields(map)
  if map[name] != null
]);

local importProblems(libraries, entry) = std.flattenArrays([
  local by = if found.importer == '' then 'the template' else found.importer;
  if !found.isValid then
    ['%s.spec.template: %s imports %s, which is no library; write "<library>/<key>", or "lib/<library>/<key>" for a shared one' % [entry.path, by, quote(found.path)]]
  else if found.data != null && !std.objectHas(found.data, found.key) then
    ['%s.spec.template: %s imports %s, but the JsonnetLibrary %s/%s has only the keys %s' % [entry.path, by, quote(found.path), found.namespace, found.library, std.join(', ', std.objectFields(found.data))]]
  else []
  for found in libraries.importsOf(entry.value.spec.template, entry.namespace)
]);

local specFields = {
  applyOptions: 'object',
  cacheSyncTimeout: 'string',
  context: 'array',
  serviceAccountRef: 'object',
  template: 'string',
  triggers: 'array',
};

local entryProblems(libraries) = function(entry)
  local path = entry.path + '.spec';
  local spec = entry.value.spec;
  local contexts = std.get(spec, 'context', []);
  local triggers = std.get(spec, 'triggers', []);
  local name(item) = item.name;
  shape.first([
    shape.problems(path, spec, specFields, ['template']),
    if std.trim(spec.template) != '' then []
    else ['%s.template: is empty; Espejote needs a Jsonnet expression, null to apply nothing' % path],
    shape.each(path + '.context', contexts, contextProblems),
    shape.each(path + '.triggers', triggers, triggerProblems(std.map(name, contexts))),
    shape.distinct(path + '.context', contexts, name)
    + shape.distinct(path + '.triggers', triggers, name)
    + (if std.objectHas(spec, 'cacheSyncTimeout') then durationProblems(path + '.cacheSyncTimeout', spec.cacheSyncTimeout) else [])
    + applyProblems(path + '.applyOptions', std.get(spec, 'applyOptions', {}))
    + shape.problems(path + '.serviceAccountRef', std.get(spec, 'serviceAccountRef', {}), { name: 'string' })
    + eachField(entry.path + '._writes', std.get(entry.value, '_writes', {}), writeProblems)
    + eachField(entry.path + '._roles', std.get(entry.value, '_roles', {}), roleProblems)
    + eachField(entry.path + '._clusterRoles', std.get(entry.value, '_clusterRoles', {}), roleProblems)
    + importProblems(libraries, entry),
    // Only now the triggers that are added can be known.
    [
      '%s.triggers: %s is the name of the trigger that is added for an imported library; choose another' % [path, quote(added.name)]
      for added in libraries.triggersOf(spec, entry.namespace)
      if std.member(std.map(name, triggers), added.name)
    ],
  ]);

// The default leaves out the namespace, so two of one name in two namespaces
// overwrite each other's fields without a conflict.
local managerOf(entry) =
  local given = std.get(std.get(entry.value.spec, 'applyOptions', {}), 'fieldManager', '');
  if given == '' then 'managed-resource:' + entry.name else given;

local managerProblems(entries) = std.flattenArrays([
  local path = entries[i].path + '.spec.applyOptions.fieldManager';
  local manager = managerOf(entries[i]);
  local clash = [other.path for other in entries[:i] if managerOf(other) == manager];
  (
    if clash == [] then []
    else ['%s: the field manager %s is that of %s too, so each removes what the other applies; set one of their own, such as %s:%s' % [path, quote(manager), clash[0], entries[i].namespace, entries[i].name]]
  ) + (
    if std.length(std.encodeUTF8(manager)) <= 128 then []
    else ['%s: the field manager %s is longer than the 128 bytes that the API server takes; set a shorter one' % [path, quote(manager)]]
  )
  for i in std.range(0, std.length(entries) - 1)
]);

{
  // Fields of an entry that are not the object's.
  fields: {
    _clusterRoleBindings: 'array',
    _clusterRoles: 'object',
    _roleBindings: 'array',
    _roles: 'object',
    _writes: 'object',
  },

  all(params, entries): shape.first([
    std.flattenArrays(std.map(entryProblems(librariesOf(params)), entries)),
    managerProblems(entries),
  ]),

  importProblems: importProblems,
}
