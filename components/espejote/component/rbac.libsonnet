// The rights of a ManagedResource's ServiceAccount: what its triggers and
// contexts read, what it declares to write, and roles given whole.
local kindsOf = import 'kinds.libsonnet';
local com = import 'lib/commodore.libjsonnet';
local names = import 'names.libsonnet';

local roleKind(namespace) = if namespace == null then 'ClusterRole' else 'Role';

local role(name, namespace, labels, rules) = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: roleKind(namespace),
  metadata: names.metadata(name, namespace, { labels: labels }),
  rules: rules,
};

// namespace is where the rights are for; null for the whole cluster.
local binding(name, namespace, labels, roleName, subject) = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: roleKind(namespace) + 'Binding',
  metadata: names.metadata(name, namespace, { labels: labels }),
  roleRef: {
    apiGroup: 'rbac.authorization.k8s.io',
    kind: roleKind(namespace),
    name: roleName,
  },
  subjects: [subject],
};

// `~entry` in the lists of a rule takes back what another layer has put in.
local rendered(rule) = rule {
  [field]: com.renderArray(rule[field])
  for field in ['apiGroups', 'resources', 'resourceNames', 'verbs']
  if std.objectHas(rule, field)
};

// mr is an entry of managedResources, with all its triggers and contexts and the
// name of its ServiceAccount.
function(params, mr)
  local kinds = kindsOf(params.kinds);
  local id = '%(namespace)s:%(name)s' % mr;
  local labels = { 'managedresource.espejote.io/name': names.labelValue(mr.name) };
  local subject = { kind: 'ServiceAccount', name: mr.serviceAccount, namespace: mr.namespace };

  // Rights on one kind, and their namespace: the selector's, which is that of
  // the ManagedResource where it has none; null for all and for none.
  local grant(selector, objects, verbs) = {
    local namespace = std.get(selector, 'namespace', mr.namespace),
    namespace: if namespace == '' || !kinds.isNamespaced(selector) then null else namespace,
    rule: {
      apiGroups: [kinds.group(selector)],
      resources: [kinds.resource(selector)],
      // Names restrict list and watch too: Espejote asks with a field selector.
      // So they do create, which an apply asks for by name.
      [if objects != [] then 'resourceNames']: objects,
      verbs: verbs,
    },
  };

  local reads = [
    grant(selector, std.filter(function(name) name != '', [std.get(selector, 'name', '')]), ['get', 'list', 'watch'])
    for selector in
      [trigger.watchResource for trigger in mr.triggers if std.objectHas(trigger, 'watchResource')]
      + [context.resource for context in mr.context]
  ];
  local writes = [
    grant(write, std.get(write, 'names', []), std.get(write, 'verbs', ['patch']))
    for write in std.objectValues(std.get(mr.value, '_writes', {}))
    if write != null
  ];

  // One role for each place, with every rule once.
  local grants = reads + writes;
  local derived = std.flattenArrays([
    local rules = [g.rule for g in grants if g.namespace == namespace];
    [
      role('esp:mr:' + id, namespace, labels, [
        rules[i]
        for i in std.range(0, std.length(rules) - 1)
        if !std.member(rules[:i], rules[i])
      ]),
      binding('esp:mr:' + id, namespace, labels, 'esp:mr:' + id, subject),
    ]
    for namespace in
      (if std.any([g.namespace == null for g in grants]) then [null] else [])
      + std.set([g.namespace for g in grants if g.namespace != null])
  ]);

  // Roles of the parameters are the ServiceAccount's own, so their names have
  // those of the ManagedResource before them; a binding to a role that exists
  // already has that role's name.
  local entries(field) = names.entries('', std.get(mr.value, field, {}), mr.namespace);
  local supplement(name, namespace, rules) = [
    role('esp:x:%s:%s' % [id, name], namespace, labels, std.map(rendered, rules)),
    binding('esp:x:%s:%s' % [id, name], namespace, labels, 'esp:x:%s:%s' % [id, name], subject),
  ];
  local existing(name, namespace) =
    binding('esp:b:%s:%s' % [id, name], namespace, labels, name, subject);
  local listed(field) = com.renderArray(std.get(mr.value, field, []));

  derived
  + std.flattenArrays([
    supplement(entry.name, entry.namespace, entry.value.rules)
    for entry in entries('_roles')
  ] + [
    supplement(entry.key, null, entry.value.rules)
    for entry in entries('_clusterRoles')
  ])
  + [
    existing(entry.name, entry.namespace)
    for entry in names.entries('', { [name]: {} for name in listed('_roleBindings') }, mr.namespace)
  ]
  + [existing(name, null) for name in listed('_clusterRoleBindings')]
