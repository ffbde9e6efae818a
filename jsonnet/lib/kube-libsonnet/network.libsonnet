// Part of kube.libsonnet: how pods are reached, and by whom.

local firstPort(pod) = pod.spec.containers[0].ports[0];

{
  // In front of `target_pod`, which is a pod or a pod template: its labels, and
  // the first port of its first container.
  Service(name): $._Object('v1', 'Service', name) {
    local service = self,

    target_pod:: error 'service target_pod required',
    port:: firstPort(self.target_pod).containerPort,

    spec: {
      type: 'ClusterIP',
      selector: service.target_pod.metadata.labels,
      ports: [
        local first = firstPort(service.target_pod);
        { name: first.name, port: service.port, targetPort: first.containerPort },
      ],
    },

    // The addresses others use.
    host:: '%s.%s.svc' % [self.metadata.name, self.metadata.namespace],
    host_colon_port:: self.host + ':' + self.spec.ports[0].port,
    http_url:: 'http://' + self.host_colon_port + '/',
    proxy_urlpath:: '/api/v1/proxy/namespaces/' + self.metadata.namespace + '/services/' + self.metadata.name + '/',

    // The backend of an ingress rule; by port name where there is one.
    name_port:: {
      local backend = self,
      default_port:: service.spec.ports[0],
      port_spec::
        if std.objectHas(self.default_port, 'name')
        then { name: backend.default_port.name }
        else { number: backend.default_port.port },
      service+: { name: service.metadata.name, port+: backend.port_spec },
      assert !$._assert || $.boolXor(std.objectHas(self.port_spec, 'name'), std.objectHas(self.port_spec, 'number')) :
             "Service '%s' name_port: `name` and `number` are mutually exclusive for Ingress spec" % name,
    },
  },

  Endpoints(name): $._Object('v1', 'Endpoints', name) {
    subsets: [],
    Ip(addr):: { ip: addr },
    Port(p):: { port: p },
  },

  Ingress(name): $._Object('networking.k8s.io/v1', 'Ingress', name) {
    spec: {},

    local relative = [
      entry.path
      for rule in self.spec.rules
      for entry in rule.http.paths
      if std.objectHas(entry, 'path') && !std.startsWith(entry.path, '/')
    ],
    assert !$._assert || relative == [] : 'paths must be absolute: ' + relative,
  },

  // Rules go to spec.ingress_ and spec.egress_, by any name.
  NetworkPolicy(name): $._Object('networking.k8s.io/v1', 'NetworkPolicy', name) {
    local policy = self,
    spec: {
      podSelector: {},
      ingress_:: {},
      ingress: $.objectValues(self.ingress_),
      egress_:: {},
      egress: $.objectValues(self.egress_),
      policyTypes:
        (if policy.spec.ingress == [] then [] else ['Ingress']) +
        (if policy.spec.egress == [] then [] else ['Egress']),
    },
  },

  // The pod or pod template of a workload.
  podRef(obj)::
    local fromSpec = obj.spec.template;
    {
      Pod: obj,
      Deployment: fromSpec,
      StatefulSet: fromSpec,
      DaemonSet: fromSpec,
      Job: fromSpec,
      CronJob: obj.spec.jobTemplate.spec.template,
    }[obj.kind],

  // A podSelector for the pods of a workload; with filter, a sorted list, by
  // those labels only.
  podLabelsSelector(obj, filter=null):: {
    local labels = $.podRef(obj).metadata.labels,
    podSelector: std.prune({
      matchLabels: if filter == null then labels else $.filterMapByFields(labels, filter),
    }),
  },

  // The ports that pods of some workloads listen on, as a network policy wants
  // them: TCP before UDP, sorted, none twice.
  podsPorts(obj_list):: [
    { port: port, protocol: protocol }
    for protocol in ['TCP', 'UDP']
    for port in std.set(std.flatMap(function(obj) $.podRef(obj).spec.ports(protocol), obj_list))
  ],
}
