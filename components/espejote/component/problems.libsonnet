// What the parameters must not hold: above all, what the API server accepts and
// Espejote then breaks on, often for every ManagedResource of the cluster. All
// problems are found, each as `<parameter>: <what is wrong>; <fix>`.
local names = import 'names.libsonnet';
local admissionProblems = import 'problems_admission.libsonnet';
local managedResourceProblems = import 'problems_managed_resource.libsonnet';
local shape = import 'shape.libsonnet';

local keyProblems(entry) =
  (
    if names.isNamespace(entry.namespace) then []
    else ['%s: %s is no name for a namespace; a key is `namespace/name`' % [entry.path, std.manifestJsonMinified(entry.namespace)]]
  ) + (
    if names.isName(entry.name) then []
    else ['%s: %s is no name for an object; use lower case letters, digits, - and .' % [entry.path, std.manifestJsonMinified(entry.name)]]
  );

// Two keys may mean one object: with the default namespace, and without.
local sameObject(entries) = [
  '%s: the same object as %s; remove one of them' % [entries[i].path, other.path]
  for i in std.range(0, std.length(entries) - 1)
  for other in entries[:i]
  if entries[i].namespace == other.namespace && entries[i].name == other.name
];

// YAML makes true and 1 of what labels and annotations have as text.
local metadataProblems(entry, field) =
  local map = std.get(std.get(entry.value, 'metadata', {}), field, {});
  [
    '%s.metadata.%s["%s"]: must be a string; quote it' % [entry.path, field, key]
    for key in std.objectFields(map)
    if !std.isString(map[key])
  ] + [
    '%s.metadata.labels["%s"]: %s is no value for a label; use up to 63 letters, digits, -, _ and ., or an annotation' % [entry.path, key, std.manifestJsonMinified(map[key])]
    for key in std.objectFields(map)
    if field == 'labels' && std.isString(map[key]) && !names.isLabelValue(map[key])
  ];

local bodyProblems(entry, fields) = shape.first([
  shape.problems(entry.path, entry.value, fields { metadata: 'object', spec: 'object' }, ['spec']),
  shape.problems(entry.path + '.metadata', std.get(entry.value, 'metadata', {}), { annotations: 'object', labels: 'object' }),
  metadataProblems(entry, 'annotations') + metadataProblems(entry, 'labels'),
]);

local libraryProblems(entry) =
  local data = entry.path + '.spec.data';
  shape.first([
    shape.problems(entry.path + '.spec', entry.value.spec, { data: 'object' }, ['data']),
    if entry.name != 'lib' then []
    else ['%s: a library must not be named lib, which in imports means the shared libraries; rename it' % entry.path],
    std.flattenArrays([
      if std.length(std.split(key, '/')) > 1
      then ['%s["%s"]: no import reaches a key with a slash; use a flat name' % [data, key]]
      else if !std.isString(entry.value.spec.data[key])
      then ['%s["%s"]: must be a string, the text of a Jsonnet or JSON file' % [data, key]]
      else []
      for key in std.objectFields(entry.value.spec.data)
    ]),
  ]);

local overrideProblems(kind, override) =
  shape.problems('espejote.kinds["%s"]' % kind, override, { resource: 'string', namespaced: 'boolean' });

// Fields of the entries of each parameter, besides those that all objects have.
local parameters = {
  admissions: {},
  clusterAdmissions: {},
  jsonnetLibraries: {},
  managedResources: managedResourceProblems.fields,
};

function(params)
  local entries(parameter) = names.entries(parameter, params[parameter], params.namespace);

  shape.first([
    shape.problems('espejote', params, { namespace: 'string', install: 'object', kinds: 'object' } + { [p]: 'object' for p in std.objectFields(parameters) }),
    shape.problems('espejote.install', params.install, {
      enabled: 'boolean',
      source: 'string',
      version: 'string',
      image: 'string',
      kustomize: 'object',
    }) + (if params.namespace == '' then ['espejote.namespace: must not be empty'] else []),
    ['espejote.install.%s: must not be empty' % field for field in ['source', 'version', 'image'] if params.install[field] == ''],
    // All entries have their form before one of them is looked into: they refer
    // to each other.
    std.flattenArrays([
      sameObject(entries(parameter)) + std.flattenArrays([
        keyProblems(entry) + bodyProblems(entry, parameters[parameter])
        for entry in entries(parameter)
      ])
      for parameter in std.objectFields(parameters)
    ] + std.objectValues(std.mapWithKey(overrideProblems, params.kinds))),
    std.flattenArrays(std.map(libraryProblems, entries('jsonnetLibraries'))),
    // Two long files, not even read where there is nothing to check.
    (
      if entries('managedResources') == [] then []
      else managedResourceProblems.all(params, entries('managedResources'))
    ) + (
      if entries('admissions') + entries('clusterAdmissions') == [] then []
      else admissionProblems(params, entries('admissions'), entries('clusterAdmissions'))
    ),
  ])
