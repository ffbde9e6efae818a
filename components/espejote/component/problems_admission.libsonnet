// What an Admission or ClusterAdmission must not be. Espejote writes all of them
// into one webhook configuration, so one that the API server refuses there keeps
// all others from being updated.
local librariesOf = import 'libraries.libsonnet';
local managedResource = import 'problems_managed_resource.libsonnet';
local shape = import 'shape.libsonnet';

local webhookFields = {
  failurePolicy: 'string',
  matchConditions: 'array',
  matchPolicy: 'string',
  objectSelector: 'object',
  reinvocationPolicy: 'string',
  rules: 'array',
};

local operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
local lists = ['apiGroups', 'apiVersions', 'operations', 'resources'];
local ruleProblems(path, rule) = shape.first([
  shape.problems(path, rule, { [field]: 'array' for field in lists } { scope: 'string' }, lists),
  ['%s.%s: is empty; a rule that matches nothing is refused' % [path, field] for field in lists if rule[field] == []],
  std.flattenArrays([shape.oneOf(path + '.operations', operation, operations) for operation in rule.operations])
  + shape.oneOf(path + '.scope', std.get(rule, 'scope'), ['*', 'Cluster', 'Namespaced']),
]);

local problems(libraries, fields, suffix) = function(entry)
  local path = entry.path + '.spec';
  local webhookPath = path + '.webhookConfiguration';
  local spec = entry.value.spec;
  local webhook = spec.webhookConfiguration;
  shape.first([
    shape.problems(path, spec, { mutating: 'boolean', template: 'string', webhookConfiguration: 'object' }, ['template', 'webhookConfiguration']),
    if std.trim(spec.template) != '' then []
    else ['%s.template: is empty; Espejote then answers every request with an error' % path],
    shape.problems(webhookPath, webhook, fields, ['rules']),
    shape.each(webhookPath + '.rules', webhook.rules, ruleProblems)
    + shape.oneOf(webhookPath + '.failurePolicy', std.get(webhook, 'failurePolicy'), ['Fail', 'Ignore'])
    + shape.oneOf(webhookPath + '.matchPolicy', std.get(webhook, 'matchPolicy'), ['Equivalent', 'Exact'])
    + shape.oneOf(webhookPath + '.reinvocationPolicy', std.get(webhook, 'reinvocationPolicy'), ['IfNeeded', 'Never'])
    + managedResource.importProblems(libraries, entry)
    + (
      if std.length(entry.name + suffix(entry)) <= 253 then []
      else ['%s: its webhook would be named %s, which is longer than 253 characters; choose a shorter name' % [entry.path, entry.name + suffix(entry)]]
    ),
  ]);

function(params, admissions, clusterAdmissions)
  local libraries = librariesOf(params);
  std.flattenArrays(
    std.map(problems(libraries, webhookFields, function(entry) '.%s.namespaced.espejote.io' % entry.namespace), admissions)
    + std.map(
      problems(libraries, webhookFields { namespaceSelector: 'object' }, function(entry) '.cluster.espejote.io'),
      // Without a namespace there are no libraries but the shared ones.
      [entry { namespace: null } for entry in clusterAdmissions],
    )
  )
