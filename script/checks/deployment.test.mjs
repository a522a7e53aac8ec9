// Checks the files of Compose and Kubernetes: image, ports, settings and monitoring files are those of the server, each
// container is restricted, and a container may stop for longer than the server takes.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (path) => readFileSync(resolve(root, path), 'utf8');
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);

const compose = parse(read('packaging/compose/compose.yaml'), { merge: true });
const example = read('packaging/compose/.env.example');
const manifests = globSync('packaging/kubernetes/*/*.yaml', { cwd: root }).flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS()),
);
const ofKind = (kind) => manifests.filter((manifest) => manifest.kind === kind);
const pod = ofKind('StatefulSet').find(({ spec }) => spec.selector).spec.template.spec;
const [container] = pod.containers;
const variables = Object.assign({}, ...ofKind('ConfigMap').map(({ data }) => data));

const version = /^project\(prichal VERSION ([\d.]+)/m.exec(read('server/CMakeLists.txt'))[1];
const image = `${JSON.parse(read('config/project.json')).image}:${version}`;

/** Default values of config/prichal.toml by the name of their environment variable. */
const defaults = new Map();
let section;
for (const line of read('config/prichal.toml').split('\n')) {
  section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section;
  const [, key, value] = /^#(\w+) = (.*)$/.exec(line) ?? [];
  if (key) defaults.set(`PRICHAL_${section}_${key}`.toUpperCase(), JSON.parse(value));
}
const portOf = (name) => Number(defaults.get(name).split(':').at(-1));
const listen = portOf('PRICHAL_SERVER_LISTEN');
const admin = portOf('PRICHAL_SERVER_ADMIN');

test('the image has the name of config/project.json and the version of the server', () => {
  assert.equal(compose.services.prichal.image, `\${IMAGE:-${image}}`);
  assert.ok(example.includes(`#IMAGE=${image}\n`));
  assert.equal(container.image, image);
});

test('other images of Compose are pinned by version', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    if (name !== 'prichal') assert.match(service.image, /:v?\d+\.\d+\.\d+/, name);
  }
});

test('.env.example explains exactly the variables that compose.yaml reads', () => {
  const text = read('packaging/compose/compose.yaml');
  const own = new Set(
    all(example, /^#?([A-Z_]+)=/gm).filter((name) => !name.startsWith('PRICHAL_')),
  );
  own.delete('COMPOSE_PROFILES');
  assert.deepEqual([...own].toSorted(), [...new Set(all(text, /\$\{([A-Z_]+)/g))].toSorted());
});

test('each PRICHAL_ variable is a key of the server', () => {
  const names = [
    ...Object.keys(compose.services.prichal.environment),
    ...all(example, /^#?(PRICHAL_[A-Z_]+)=/gm),
    ...Object.keys(variables),
  ];
  assert.ok(names.length > 10);
  assert.deepEqual(
    names.filter((name) => !defaults.has(name)),
    [],
  );
});

test('ports are those of the server', () => {
  assert.match(read('packaging/compose/Caddyfile'), new RegExp(`dynamic a prichal ${listen} `));
  const [job] = parse(read('packaging/compose/prometheus.yml')).scrape_configs;
  assert.equal(job.job_name, 'prichal');
  assert.equal(job.dns_sd_configs[0].port, admin);
  assert.equal(compose.services.prichal.environment.PRICHAL_SERVER_ADMIN, `0.0.0.0:${admin}`);
  assert.equal(variables.PRICHAL_SERVER_ADMIN, `0.0.0.0:${admin}`);
  assert.deepEqual(
    container.ports.map(({ name, containerPort }) => [name, containerPort]),
    [
      ['http', listen],
      ['admin', admin],
    ],
  );
});

test('Compose mounts the files of monitoring/, and every mounted file exists', () => {
  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
  const files = mounts.map((mount) => mount.split(':')[0]).filter((path) => /\w\.?\w*$/.test(path));
  const own = files.filter((path) => path.startsWith('.') && !path.startsWith('./secrets/'));
  for (const path of own) assert.ok(existsSync(resolve(root, 'packaging/compose', path)), path);
  for (const name of ['alerts.yml', 'dashboard.json']) {
    assert.ok(own.includes(`../../monitoring/${name}`), name);
  }
});

test('containers have a read-only root, no capabilities that they do not need, and health checks', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    assert.equal(service.read_only, true, name);
    assert.deepEqual(service.cap_drop, ['ALL'], name);
    assert.deepEqual(service.cap_add, name === 'caddy' ? ['NET_BIND_SERVICE'] : undefined, name);
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
    assert.equal(service.healthcheck.test[0], 'CMD', name);
  }
  assert.deepEqual(container.securityContext, {
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  });
  assert.equal(pod.securityContext.runAsNonRoot, true);
  const [user, group] = /^USER (\d+):(\d+)$/m.exec(read('packaging/image/Containerfile')).slice(1);
  const { runAsUser, runAsGroup, fsGroup } = pod.securityContext;
  assert.deepEqual([runAsUser, runAsGroup, fsGroup], [Number(user), Number(group), Number(group)]);
  const health = ['/usr/bin/prichal', 'health'];
  assert.deepEqual(container.readinessProbe.exec.command, health);
  assert.deepEqual(container.livenessProbe.exec.command, [...health, '--live']);
});

test('containers may stop for longer than the server drains', () => {
  const deadline = defaults.get('PRICHAL_SERVER_DRAIN_DEADLINE');
  const delay = Number(variables.PRICHAL_SERVER_DRAIN_DELAY);
  assert.ok(pod.terminationGracePeriodSeconds * 1000 > delay + deadline);
  const { periodSeconds, failureThreshold } = container.readinessProbe;
  assert.ok(delay > periodSeconds * failureThreshold * 1000);
  const grace = Number.parseInt(compose.services.prichal.stop_grace_period, 10) * 1000;
  assert.ok(grace > defaults.get('PRICHAL_SERVER_DRAIN_DELAY') + deadline);
});

test('the network policy opens exactly the ports of the service', () => {
  const [policy] = ofKind('NetworkPolicy');
  const open = policy.spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port));
  assert.deepEqual(
    open,
    ofKind('Service')[0].spec.ports.map(({ targetPort }) => targetPort),
  );
  assert.deepEqual(policy.spec.policyTypes, ['Ingress', 'Egress']);
});
