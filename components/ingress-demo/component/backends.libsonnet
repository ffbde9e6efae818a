// A Deployment and a Service for each backend. Its server answers any path with
// what it was asked, so a response tells which backend a route led to.
local known = import 'known.libsonnet';
local kube = import 'lib/kube.libjsonnet';

// Above 1024: the server is not root.
local containerPort = 8080;

local labels(backend) = { 'app.kubernetes.io/name': 'ingress-demo', 'app.kubernetes.io/component': backend };

local deployment(name, backend, image) = kube.Deployment(name) {
  metadata+: { labels+: labels(name) },
  spec+: {
    replicas: std.get(backend, 'replicas', 2),
    // By this label alone, which no other workload in the namespace has.
    selector: { matchLabels: labels(name) },
    template+: {
      spec+: {
        // It asks Kubernetes nothing.
        automountServiceAccountToken: false,
        containers_:: {
          server: kube.Container('server') {
            image: image.registry + '/' + image.repository + ':' + image.tag,
            // In the response; without it, two backends look the same.
            args: ['--port=' + containerPort, '--name=' + name],
            ports_:: { http: { containerPort: containerPort } },
            readinessProbe: { httpGet: { path: '/health', port: 'http' } },
            resources: {
              requests: { cpu: '10m', memory: '16Mi' },
              limits: { memory: '64Mi' },
            },
            // Nothing that the restricted Pod Security Standard refuses.
            securityContext: {
              allowPrivilegeEscalation: false,
              capabilities: { drop: ['ALL'] },
              readOnlyRootFilesystem: true,
              runAsNonRoot: true,
              // The image names no user, so it would be root.
              runAsUser: 65532,
              seccompProfile: { type: 'RuntimeDefault' },
            },
          },
        },
      },
    },
  },
};

local service(name, deployment) = kube.Service(name) {
  metadata+: { labels+: labels(name) },
  target_pod:: deployment.spec.template,
  spec+: {
    selector: labels(name),
    ports: [{ name: 'http', port: 80, protocol: 'TCP', targetPort: 'http' }],
  },
};

function(params) std.flattenArrays([
  local backend = known('backends.%s' % name, params.backends[name], ['replicas']);
  local workload = deployment(name, backend, params.image);
  [workload, service(name, workload)]
  for name in std.objectFields(params.backends)
  if params.backends[name] != null
])
