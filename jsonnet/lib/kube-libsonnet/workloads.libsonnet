// Part of kube.libsonnet: pods, and what makes and scales them.

// Pod labels are those of the object around it, where nothing else is said.
local podTemplate(owner, spec) = {
  metadata: { labels: owner.metadata.labels, annotations: {} },
  spec: spec,
};
local selectTemplate(owner) = { matchLabels: owner.spec.template.metadata.labels };

{
  // ---- Pods ----

  Container(name): {
    name: name,
    image: error 'container image value required',
    imagePullPolicy: if std.endsWith(self.image, ':latest') then 'Always' else 'IfNotPresent',

    // Objects are sources of a value, null stays null, all else becomes text.
    envList(map):: [
      { name: key } + (
        if std.isObject(map[key]) then { valueFrom: map[key] }
        else { value: if map[key] != null then std.toString(map[key]) }
      )
      for key in std.objectFields(map)
    ],

    env_:: {},
    env: self.envList(self.env_),

    // --key=value, sorted.
    args_:: {},
    args: ['--' + option[0] + '=' + option[1] for option in $.objectItems(self.args_)],

    ports_:: {},
    ports: $.mapToNamedList(self.ports_),

    volumeMounts_:: {},
    volumeMounts: $.mapToNamedList(self.volumeMounts_),

    stdin: false,
    tty: false,
    assert !$._assert || !self.tty || self.stdin : 'tty=true requires stdin=true',
  },

  // The first container is what tools take when none is named. It is the only
  // one, or the one called "default", or the one named in `default_container`;
  // the others follow sorted. `initContainers_` run sorted by name, too: where
  // order matters, set `initContainers`. A container that is null is left out.
  PodSpec: {
    local names = std.objectFields(self.containers_),
    local named(containers, order) = [
      { name: $.hyphenate(name) } + containers[name]
      for name in order
      if containers[name] != null
    ],

    default_container:: if std.length(names) > 1 then 'default' else names[0],

    containers_:: {},
    containers:
      assert !$._assert || std.length(self.containers_) > 0 :
             'Pod must have at least one container (via containers_ map)';
      local first = self.default_container;
      named(self.containers_, [first] + std.filter(function(name) name != first, names)),

    initContainers_:: {},
    initContainers: named(self.initContainers_, std.objectFields(self.initContainers_)),

    volumes_:: {},
    volumes: $.mapToNamedList(self.volumes_),

    imagePullSecrets: [],
    terminationGracePeriodSeconds: 30,

    // Numbers of all container ports of a protocol; a port without one is TCP.
    ports(proto):: [
      port.containerPort
      for container in self.containers
      for port in container.ports
      if std.get(port, 'protocol', 'TCP', inc_hidden=false) == proto
    ],

    assert !$._assert || std.length(self.containers) > 0 :
           'Pod must have at least one container (via containers array)',
  },

  Pod(name): $._Object('v1', 'Pod', name) {
    spec: $.PodSpec,
  },

  // ---- Workloads ----

  // Rolls over by a quarter at a time, or one by one where pods hold a claim,
  // as two of them could not share it.
  Deployment(name): $._Object('apps/v1', 'Deployment', name) {
    local deployment = self,
    spec: {
      template: podTemplate(deployment, $.PodSpec),
      selector: selectTemplate(deployment),
      replicas: 1,
      minReadySeconds: 30,
      revisionHistoryLimit: 10,
      strategy: {
        local volumes = deployment.spec.template.spec.volumes,
        local claims = [volume for volume in volumes if std.objectHas(volume, 'persistentVolumeClaim')],
        type: 'RollingUpdate',
        rollingUpdate:
          if claims == []
          then { maxSurge: '25%', maxUnavailable: '25%' }
          else { maxSurge: 0, maxUnavailable: 1 },
      },
    },
  },

  // Claim templates are claims without kind and API version, and pruned: the API
  // server takes an empty field for a change, and refuses that.
  StatefulSet(name): $._Object('apps/v1', 'StatefulSet', name) {
    local set = self,
    spec: {
      serviceName: name,
      template: podTemplate(set, $.PodSpec),
      selector: selectTemplate(set),
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },

      volumeClaimTemplates_:: {},
      volumeClaimTemplates: [
        local untyped = $.PersistentVolumeClaim($.hyphenate(entry[0])) { kind:: null, apiVersion:: null };
        std.prune(untyped + entry[1])
        for entry in $.objectItems(self.volumeClaimTemplates_)
      ],

      replicas: 1,
      assert !$._assert || self.replicas >= 1,
    },
  },

  DaemonSet(name): $._Object('apps/v1', 'DaemonSet', name) {
    local set = self,
    spec: {
      template: podTemplate(set, $.PodSpec),
      selector: selectTemplate(set),
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
    },
  },

  JobSpec: {
    template: { spec: $.PodSpec { restartPolicy: 'OnFailure' } },
    completions: 1,
    parallelism: 1,
  },

  Job(name): $._Object('batch/v1', 'Job', name) {
    local job = self,
    spec: $.JobSpec { template+: { metadata+: { labels: job.metadata.labels } } },
  },

  CronJob(name): $._Object('batch/v1', 'CronJob', name) {
    local job = self,
    spec: {
      schedule: error 'Need to provide spec.schedule',
      concurrencyPolicy: 'Forbid',
      successfulJobsHistoryLimit: 10,
      failedJobsHistoryLimit: 20,
      jobTemplate: {
        spec: $.JobSpec { template+: { metadata+: { labels: job.metadata.labels } } },
      },
    },
  },

  // Set exactly one of spec.minAvailable and spec.maxUnavailable.
  PodDisruptionBudget(name): $._Object('policy/v1', 'PodDisruptionBudget', name) {
    local budget = self,
    target_pod:: error 'target_pod required',
    spec: {
      selector: { matchLabels: budget.target_pod.metadata.labels },
      assert !$._assert || $.boolXor(std.objectHas(self, 'minAvailable'), std.objectHas(self, 'maxUnavailable')) :
             "PDB '%s': exactly one of minAvailable/maxUnavailable required" % name,
    },
  },

  HorizontalPodAutoscaler(name): $._Object('autoscaling/v1', 'HorizontalPodAutoscaler', name) {
    local scaler = self,
    target:: error 'target required',
    spec: {
      scaleTargetRef: $.CrossVersionObjectReference(scaler.target),
      minReplicas: scaler.target.spec.replicas,
      maxReplicas: error 'maxReplicas required',
      assert !$._assert || self.maxReplicas >= self.minReplicas,
    },
  },

  VerticalPodAutoscaler(name):: $._Object('autoscaling.k8s.io/v1beta2', 'VerticalPodAutoscaler', name) {
    local scaler = self,
    target:: error 'target required',
    spec+: {
      targetRef: $.CrossVersionObjectReference(scaler.target),
      updatePolicy: { updateMode: 'Auto' },
    },
  },

  // The autoscaler that a workload would get: same name, namespace and labels.
  createVPAFor(target, mode='Auto'):: $.VerticalPodAutoscaler(target.metadata.name) {
    target:: target,
    metadata+: { namespace: target.metadata.namespace, labels+: target.metadata.labels },
    spec+: { updatePolicy+: { updateMode: mode } },
  },
}
