import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type KubernetesObject,
  loadYaml,
  type V1ConfigMap,
  type V1Container,
  type V1CronJobSpec,
  type V1Deployment,
  type V1Job,
  type V1JobSpec,
  type V1NetworkPolicy,
  type V1NetworkPolicyEgressRule,
  type V1Pod,
  type V1PodSpec,
  type V1PodTemplateSpec,
  type V1Role,
} from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kubernetesVersion } from '@/scripts/find-kubernetes.mjs';
import { workerPod, workerSecret } from '@/server/gateway/drivers/kubernetes/worker-pod';
import { specOf } from '../gateway/drivers/worker-driver-contract';
import { type Clients, clientsOf } from '../support/kubernetes/clients';
import { type Cluster, startCluster, writeKubeconfig } from '../support/kubernetes/cluster';
import { runHelm } from '../support/kubernetes/helm';
import { accessOf, gatewayRules, makeNamespace } from '../support/kubernetes/namespaces';
import { until } from '../support/until';

/* The Helm chart against a real API server. */

const chart = 'deploy/chart';
const namespace = 'sightline';
const workerNamespace = 'sightline-workers';
const image = 'registry.example.com/sightline:1.2.3';

// A Helm that is built by `go install` takes clusters for old ones.
const asOfCluster = ['--kube-version', kubernetesVersion()];

const least = { existingSecret: 'sightline', livekit: { url: 'ws://livekit.example.com:7880' } };
const readChart = (file: string): string => readFileSync(path.join(chart, 'ci', file), 'utf8');
const all = loadYaml<Record<string, unknown>>(readChart('all-values.yaml'));
const onNodes = loadYaml<Record<string, unknown>>(readChart('nodes-values.yaml'));
const watched = loadYaml<Record<string, unknown>>(readChart('watched-values.yaml'));
const podMonitors = readChart('pod-monitor-resource.yaml');
const variants: [string, object][] = [
  ['what is required alone', least],
  ['everything', all],
  ['the nodes’ own ports, one of each', onNodes],
  ['a Prometheus Operator, scaling, backups and an authority of one’s own', watched],
];

let directory: string;
let cluster: Cluster;
let clients: Clients;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-chart-'));
  cluster = await startCluster();
  clients = clientsOf(cluster);
  await writeKubeconfig(path.join(directory, 'kubeconfig'), cluster);
  for (const name of [namespace, workerNamespace]) await makeNamespace(clients, name);
  expect(await refused([{ object: loadYaml(podMonitors), yaml: podMonitors }])).toEqual([]);
  const monitors = (await render(watched)).filter(({ object }) => object.kind === 'PodMonitor');
  // The API server needs a moment to serve a new resource.
  const isServed = async () => (await refused(monitors, '&dryRun=All')).length === 0;
  await until('the API server serves PodMonitors', isServed, { timeoutMs: 30_000 });
});

afterAll(async () => {
  await cluster?.stop();
  await rm(directory, { recursive: true, force: true });
});

async function helm(values: object, ...args: string[]) {
  const file = path.join(directory, 'values.json');
  await writeFile(file, JSON.stringify(values));
  return runHelm(directory, [...args, '--namespace', namespace, '--values', file]);
}

interface Rendered {
  object: KubernetesObject;
  /** The client's types name some fields otherwise. */
  yaml: string;
}

async function render(values: object): Promise<Rendered[]> {
  const { code, output, error } = await helm(values, 'template', 'sightline', chart, ...asOfCluster);
  if (code !== 0) throw new Error(error);
  const texts = output.split(/^---$/m).filter((text) => /^kind:/m.test(text));
  return texts.map((yaml) => ({ object: loadYaml<KubernetesObject>(yaml), yaml }));
}

function objectOf<T extends KubernetesObject>(rendered: Rendered[], kind: string, name: string): T {
  const found = rendered.find(({ object }) => object.kind === kind && object.metadata?.name === name);
  if (!found) throw new Error(`The chart has no ${kind} ${name}.`);
  return found.object as T;
}

/** The Pods of a Deployment or of the Job. */
const templateOf = (rendered: Rendered[], name: string): V1PodTemplateSpec =>
  objectOf<V1Deployment | V1Job>(rendered, name.endsWith('migrate') ? 'Job' : 'Deployment', name).spec?.template ?? {};

const egressOf = (rendered: Rendered[], name: string): V1NetworkPolicyEgressRule[] | undefined =>
  objectOf<V1NetworkPolicy>(rendered, 'NetworkPolicy', name).spec?.egress;

/** All addresses but a cloud's metadata. */
const everywhere = [
  { cidr: '0.0.0.0/0', except: ['169.254.169.254/32'] },
  { cidr: '::/0', except: ['fd00:ec2::254/128', 'fd20:ce::254/128'] },
];

/** Gives an object to the API server, which refuses unknown fields. */
async function post({ object, yaml }: Rendered, query = ''): Promise<{ status: number; body: string }> {
  const { apiVersion = '', kind = '', metadata } = object;
  const place = metadata?.namespace ? `/namespaces/${metadata.namespace}` : '';
  const base = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  const url = new URL(`${cluster.server}${base}${place}/${pluralOf(kind)}?fieldValidation=Strict${query}`);
  const headers = { authorization: `Bearer ${cluster.token}`, 'content-type': 'application/yaml' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', ca: cluster.ca, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, body });
    });
    sent.on('error', reject);
    sent.end(yaml);
  });
}

/** @returns the objects that the API server refuses, and why */
async function refused(rendered: Rendered[], query = ''): Promise<string[]> {
  const answers = await Promise.all(rendered.map((one) => post(one, query)));
  return answers.flatMap(({ status, body }, index) => {
    const { kind, metadata } = rendered[index]?.object ?? {};
    return status === 201 ? [] : `${kind} ${metadata?.name}: ${body}`;
  });
}

const pluralOf = (kind: string): string => kind.toLowerCase().replace(/y$/, 'ie').replace(/s$/, 'se').concat('s');

describe.each(variants)('with values for %s', (_, values) => {
  test('Helm’s lint has nothing to say', async () => {
    const { code, output } = await helm(values, 'lint', chart, '--strict');
    expect(output).toContain('1 chart(s) linted, 0 chart(s) failed');
    expect(code).toBe(0);
  });

  test('the API server takes each object, and knows each field', async () => {
    const rendered = await render(values);
    expect(rendered.length).toBeGreaterThan(9);
    expect(await refused(rendered, '&dryRun=All')).toEqual([]);
  });

  test('every container has limits, is read-only, without capabilities, and gets no secret but by reference', async () => {
    const objects = (await render(values)).map(({ object }) => object);
    const pods = objects.flatMap((object) => {
      const { template, jobTemplate } = (object as { spec?: V1JobSpec & V1CronJobSpec }).spec ?? {};
      return (template ?? jobTemplate?.spec?.template)?.spec ?? [];
    });
    expect(pods).toHaveLength('recordings' in values || 'backup' in values ? 4 : 3);
    for (const { containers, securityContext } of pods) {
      expect(securityContext?.runAsNonRoot).toBe(true);
      for (const container of containers) {
        expect(container.resources?.limits?.memory).toBeTruthy();
        expect(container.securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        const secret = container.env?.filter(({ name }) =>
          /SECRET|DATABASE_URL|REDIS_URL|API_KEY|ACCESS_KEY|SMTP_URL/.test(name),
        );
        for (const { name, value } of secret ?? []) expect(`${name}=${value}`).toBe(`${name}=undefined`);
      }
    }
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });
});

test.each([
  [{}, 'existingSecret'],
  [{ existingSecret: 'a', livekit: { url: 'livekit:7880' } }, 'livekit'],
  [Object.assign({}, least, { srt: { exposure: 'nodePort' } }), 'exposure'],
  [Object.assign({}, least, { ingress: { enabled: true } }), 'ingress.host says by which name'],
  [Object.assign({}, least, { recordings: { bucket: 'shows' } }), 'recordings.endpoint says where'],
  [Object.assign({}, least, { gatewy: {} }), 'gatewy'],
  [Object.assign({}, least, { gateway: { replica: 2 } }), 'replica'],
  [Object.assign({}, least, { networkPolicy: { livekitt: [] } }), 'livekitt'],
  [Object.assign({}, least, { image: { digest: 'latest' } }), 'digest'],
  [Object.assign({}, least, { authority: { configMap: 'a', secret: 'b' } }), 'not both'],
  [Object.assign({}, least, { podMonitor: { enabled: true } }), 'secretEnv.METRICS_TOKEN says which Secret'],
  [Object.assign({}, least, { podMonitor: { enabled: true, interval: 'soon' } }), 'interval'],
  [Object.assign({}, least, { web: { autoscaling: { min: 2 } } }), 'min'],
  [Object.assign({}, least, { backup: { enabled: true } }), 'backup.volumeClaim names the claim'],
])('values that cannot work are refused: %j', async (values, word) => {
  const { code, error } = await helm(values, 'template', 'sightline', chart, ...asOfCluster);
  expect(code).not.toBe(0);
  expect(error).toContain(word);
});

test('an image by digest is that of every container, of workers, and of the policy', async () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const pinned = { repository: 'registry.example.com/sightline', tag: '1.2.3', digest };
  const rendered = await render(Object.assign({}, all, { image: pinned }));
  const images = rendered.flatMap(({ yaml }) => yaml.match(/registry\.example\.com[^\s"']*/g) ?? []);
  // Web, gateway, exporter, migrate, the worker's setting, the policy.
  expect(images).toEqual(Array(6).fill(`registry.example.com/sightline@${digest}`));
});

test('gateways are placed as the values say, and serve until a load balancer knows', async () => {
  const rendered = await render(all);
  const { metadata, spec } = templateOf(rendered, 'sightline-gateway');
  expect(metadata?.annotations).toMatchObject({ owner: 'video', 'checksum/template': expect.any(String) });
  expect(spec).toMatchObject({
    affinity: { nodeAffinity: {} },
    priorityClassName: 'system-cluster-critical',
    tolerations: [{ operator: 'Exists' }],
    terminationGracePeriodSeconds: 15,
    containers: [{ lifecycle: { preStop: { sleep: { seconds: 5 } } } }],
  });
});

test('workers reach LiveKit and the bucket by IPv6, too, but not a cloud’s metadata', async () => {
  const egress = egressOf(await render(all), 'sightline-worker');
  const blocks = egress?.flatMap(({ to }) => to?.flatMap(({ ipBlock }) => ipBlock ?? []) ?? []);
  expect(blocks).toEqual([...everywhere, ...everywhere]);
});

test('web, gateways and the exporter send only where the values say, by IPv4 and IPv6', async () => {
  const rendered = await render(all);
  const own = [[53], [5432, 6432], [443, 7880, 7881, 7882, 50000], [6379, 6380], [443]];
  const rulesOf = (name: string) => egressOf(rendered, `sightline-${name}`) ?? [];
  const portsOf = (name: string) => rulesOf(name).map(({ ports = [] }) => [...new Set(ports.map(({ port }) => port))]);
  expect(portsOf('web')).toEqual([...own, [80, 443, 465, 587]]);
  expect(portsOf('gateway')).toEqual([[], ...own, [443, 6443]]);
  expect(portsOf('exporter')).toEqual(own);
  expect(JSON.stringify(rulesOf('gateway')[0]?.to)).toMatch(/"sightline-workers".*component":"worker"/);
  // The rule of names, and of workers, names Pods.
  for (const { to } of ['web', 'gateway', 'exporter'].flatMap(rulesOf))
    expect([[], everywhere]).toContainEqual(to?.flatMap(({ ipBlock }) => ipBlock ?? []));
  expect(JSON.stringify(egressOf(await render(watched), 'sightline-web'))).not.toContain('6379');
  expect(egressOf(await render(least), 'sightline-web')).toBeUndefined();
});

test('Prometheus reaches web, too, where only the Ingress does otherwise', async () => {
  const policy = objectOf<V1NetworkPolicy>(await render(all), 'NetworkPolicy', 'sightline-web');
  expect(JSON.stringify(policy.spec?.ingress?.[0]?._from)).toMatch(/"ingress-nginx".*"monitoring"/);
});

test.each([
  ['a ConfigMap', all, { configMap: { name: 'authority', items: [{ key: 'ca.crt', path: 'ca.crt' }] } }, 'ca.crt'],
  [
    'a Secret',
    watched,
    { secret: { secretName: 'authority', items: [{ key: 'root.pem', path: 'root.pem' }] } },
    'root.pem',
  ],
])('each program and each worker trusts an authority out of %s', async (_, values, source, key) => {
  const rendered = await render(values);
  const programs = ['web', 'gateway', 'migrate', ...('recordings' in values ? ['exporter'] : [])];
  const { data } = objectOf<V1ConfigMap>(rendered, 'ConfigMap', 'sightline-gateway-worker');
  const template = loadYaml<V1PodTemplateSpec>(data?.['worker.yaml'] ?? '');
  const bucket = 'recordings' in values ? { RECORDINGS_S3_BUCKET: 'recordings' } : undefined;
  const worker = workerPod(specOf(), { image, installation: 'sightline', template, bucket });
  expect(worker.spec?.initContainers ?? []).toHaveLength(bucket ? 1 : 0);
  const mountPath = '/etc/sightline-authority';
  for (const { spec } of [...programs.map((name) => templateOf(rendered, `sightline-${name}`)), worker]) {
    expect(spec?.volumes).toContainEqual({ name: 'authority', ...source });
    for (const { env, volumeMounts } of [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])]) {
      expect(env).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: `${mountPath}/${key}` });
      expect(volumeMounts).toContainEqual({ name: 'authority', mountPath, readOnly: true });
    }
  }
});

const scrape = (program: string, port: string) => ({
  metadata: { labels: { release: 'prometheus' } },
  spec: {
    selector: { matchLabels: { 'app.kubernetes.io/component': program } },
    podMetricsEndpoints: [
      { port, path: '/metrics', interval: '30s', authorization: { credentials: { name: 'metrics', key: 'token' } } },
    ],
  },
});
const scale = {
  scaleTargetRef: { kind: 'Deployment', name: 'sightline-web' },
  minReplicas: 3,
  maxReplicas: 12,
  metrics: [{ resource: { name: 'cpu', target: { averageUtilization: 60 } } }],
};
const backup = {
  securityContext: { fsGroup: 10001 },
  volumes: expect.arrayContaining([{ name: 'backups', persistentVolumeClaim: { claimName: 'backups' } }]),
  containers: [
    {
      args: ['dist/backup.mjs', 'save'],
      env: expect.arrayContaining([
        { name: 'BACKUP_DIR', value: '/backups' },
        { name: 'BACKUP_KEEP_DAYS', value: '30' },
      ]),
    },
  ],
};
const onPages = { nodeSelector: { pages: 'true' }, tolerations: [{ key: 'pages', operator: 'Exists' }] };
test.each<[string, string, object]>([
  ['HorizontalPodAutoscaler', 'web', { spec: scale }],
  ['PodDisruptionBudget', 'web', { spec: { maxUnavailable: 1 } }],
  ['PodMonitor', 'web', scrape('web', 'http')],
  ['PodMonitor', 'gateway', scrape('gateway', 'api')],
  ['Service', 'web', { metadata: { annotations: { a: 'b' } } }],
  ['Ingress', 'web', { metadata: { annotations: { c: 'd' } } }],
  [
    'Deployment',
    'web',
    { spec: { template: { spec: { ...onPages, topologySpreadConstraints: [{ topologyKey: 'rack' }] } } } },
  ],
  ['Job', 'migrate', { spec: { template: { spec: onPages } } }],
  ['CronJob', 'backup', { spec: { schedule: '30 2 * * *', jobTemplate: { spec: { template: { spec: backup } } } } }],
])('the values make the %s of %s what they say', async (kind, name, expected) => {
  expect(objectOf(await render(watched), kind, `sightline-${name}`)).toMatchObject(expected);
});

test('the cluster neither scales nor scrapes by default, and replicas are its own business when it scales', async () => {
  const kinds = (await render(least)).map(({ object }) => object.kind);
  for (const kind of ['HorizontalPodAutoscaler', 'PodMonitor']) expect(kinds).not.toContain(kind);
  const web = objectOf<V1Deployment>(await render(watched), 'Deployment', 'sightline-web');
  expect(web.spec?.replicas).toBeUndefined();
});

test('a change of restartedBy, or of the workers’ template, begins Pods again', async () => {
  const annotationsOf = async (values: object, name: string) =>
    templateOf(await render(values), name).metadata?.annotations ?? {};
  for (const name of ['sightline-web', 'sightline-gateway', 'sightline-exporter']) {
    const restarted = await annotationsOf({ ...all, restartedBy: 'keys of May' }, name);
    expect(restarted).toEqual({ ...(await annotationsOf(all, name)), 'sightline.io/restarted-by': 'keys of May' });
  }
  const checksum = async (values: object) => (await annotationsOf(values, 'sightline-gateway'))['checksum/template'];
  expect(await checksum({ ...least, worker: { labels: { a: 'b' } } })).not.toBe(await checksum(least));
});

test.each([
  [{}, 15],
  [{ env: { DRAIN_SECONDS: 30 } }, 45],
  [{ env: { DRAIN_SECONDS: '300' } }, 315],
  // The chart does not read Secrets: the longest that the program allows.
  [{ secretEnv: { DRAIN_SECONDS: { secret: 'drain', key: 'seconds' } } }, 315],
])('the cluster kills web and gateways only after they drained: %j, %i s', async (program, seconds) => {
  const rendered = await render({ ...least, web: program, gateway: program });
  for (const name of ['sightline-web', 'sightline-gateway'])
    expect(templateOf(rendered, name).spec?.terminationGracePeriodSeconds).toBe(seconds);
});

test('the gateway’s Role is the one that the driver is tested with', async () => {
  const role = (await render(least)).find(({ object }) => object.kind === 'Role')?.object as V1Role;
  const ofRules = (rules: typeof gatewayRules) => rules.map(({ resources, verbs }) => [resources, [...verbs].sort()]);
  expect(ofRules(role.rules as typeof gatewayRules)).toEqual(ofRules(gatewayRules));
});

describe('installed', () => {
  beforeAll(async () => {
    const rendered = await render(all);
    const isHook = ({ object }: Rendered) => object.metadata?.annotations?.['helm.sh/hook'] !== undefined;
    expect(await refused(rendered.filter((one) => !isHook(one)))).toEqual([]);
  });

  test('the cluster makes Pods of web and gateways, in namespaces that allow restricted Pods alone', async () => {
    const readPods = async () => (await clients.core.listNamespacedPod({ namespace })).items;
    await until('all seven Pods are there', async () => (await readPods()).length === 7, { timeoutMs: 60_000 });
    const budgets = await clients.policy.listNamespacedPodDisruptionBudget({ namespace });
    expect(budgets.items.map(({ metadata }) => metadata?.name)).toEqual(['sightline-gateway', 'sightline-web']);
  });

  describe('a gateway', () => {
    const spec = specOf();
    const options = { image, installation: 'sightline' };
    let gateway: Clients;
    let template: V1PodTemplateSpec;

    beforeAll(async () => {
      gateway = clientsOf(await accessOf(clients, cluster, namespace, 'sightline-gateway'));
      const { data } = await clients.core.readNamespacedConfigMap({ namespace, name: 'sightline-gateway-worker' });
      template = loadYaml<V1PodTemplateSpec>(data?.['worker.yaml'] ?? '');
      // The API server needs a moment to enforce a policy.
      const wrong = workerPod(specOf(), { ...options, image: 'registry.example.com/miner:1', template });
      await until('the policy refuses the Pod', () => refusalOf(create(wrong, true)), { timeoutMs: 30_000 });
    });

    const create = (body: V1Pod, isDryRun = false) =>
      gateway.core.createNamespacedPod({ namespace: workerNamespace, body, dryRun: isDryRun ? 'All' : undefined });
    const refusalOf = (asked: Promise<unknown>) =>
      asked.then(
        () => null,
        (error: { body?: string }) => String(error.body),
      );

    test('makes a worker, with what the values say, and its Secret', async () => {
      const pod = await create(workerPod(spec, { ...options, template }));
      expect(pod.metadata?.labels?.team).toBe('video');
      expect(pod.spec).toMatchObject({ nodeSelector: { video: 'true' }, serviceAccountName: 'sightline-worker' });
      const secret = workerSecret(spec, { uid: pod.metadata?.uid ?? '', installation: 'sightline' });
      await gateway.core.createNamespacedSecret({ namespace: workerNamespace, body: secret });
    });

    test('makes a worker that is recorded, whose uploader has its keys out of the same Secret', async () => {
      const bucket = { RECORDINGS_S3_BUCKET: 'recordings', RECORDINGS_S3_SECRET_ACCESS_KEY: 'secret' };
      const recorded = specOf();
      const pod = await create(workerPod(recorded, { ...options, template, bucket }));
      expect(pod.spec?.initContainers).toMatchObject([
        {
          name: 'uploader',
          restartPolicy: 'Always',
          resources: { limits: { 'ephemeral-storage': '20Gi' } },
          // The worker, which reads what cameras send, is another user.
          securityContext: { runAsUser: 10002 },
        },
      ]);
      expect(JSON.stringify(pod.spec?.containers)).not.toContain('S3');
      // 20Gi, beyond which the cluster evicts the Pod.
      expect(pod.spec?.containers[0]?.env).toContainEqual({ name: 'RECORDINGS_MAX_BYTES', value: '21474836480' });
      const secret = workerSecret(recorded, { uid: pod.metadata?.uid ?? '', installation: 'sightline', bucket });
      await gateway.core.createNamespacedSecret({ namespace: workerNamespace, body: secret });
    });

    test.each<[string, () => Promise<unknown>]>([
      ['read a Secret', () => gateway.core.readNamespacedSecret({ namespace: workerNamespace, name: spec.workerId })],
      ['list Secrets', () => gateway.core.listNamespacedSecret({ namespace: workerNamespace })],
      ['read Pods of the release', () => gateway.core.listNamespacedPod({ namespace })],
      [
        'make a Pod in the release’s namespace',
        () => gateway.core.createNamespacedPod({ namespace, body: workerPod(specOf(), options) }),
      ],
      ['list nodes', () => gateway.core.listNode()],
    ])('may not %s', async (_, ask) => {
      expect(await refusalOf(ask())).toContain('is forbidden');
    });

    test.each<[string, (pod: V1PodSpec, container: V1Container) => void]>([
      ['a worker runs the image of Sightline', (_, container) => void Object.assign(container, { image: 'miner' })],
      [
        'a worker mounts nothing but the authority',
        (of) => void of.volumes?.push({ name: 'x', secret: { secretName: 'sightline' } }),
      ],
      [
        'a worker has no other container',
        (of, container) =>
          void Object.assign(of, {
            initContainers: [
              Object.assign({}, container, {
                name: 'first',
                startupProbe: undefined,
                readinessProbe: undefined,
                livenessProbe: undefined,
                env: [{ name: 'X', valueFrom: { secretKeyRef: { name: 'sightline', key: 'DATABASE_URL' } } }],
              }),
            ],
          }),
      ],
      ['a worker has the workers', (of) => void Object.assign(of, { serviceAccountName: 'default' })],
      [
        'a worker reads its own Secret alone',
        (_, { env }) => void env?.push({ name: 'X', valueFrom: { secretKeyRef: { name: 'other', key: 'x' } } }),
      ],
    ])('may not make any other Pod: %s', async (message, change) => {
      const pod = workerPod(specOf(), { ...options, template });
      const [container] = pod.spec?.containers ?? [];
      if (pod.spec && container) change(pod.spec, container);
      expect(await refusalOf(create(pod, true))).toContain(message);
    });

    test('may not share its node’s namespaces, even in a namespace that lets Pods', async () => {
      const name = workerNamespace;
      const enforce = async (level: string) => {
        const body = await clients.core.readNamespace({ name });
        Object.assign(body.metadata?.labels ?? {}, { 'pod-security.kubernetes.io/enforce': level });
        await clients.core.replaceNamespace({ name, body });
      };
      await enforce('privileged');
      for (const field of ['hostPID', 'hostIPC', 'hostNetwork']) {
        const pod = workerPod(specOf(), { ...options, template });
        Object.assign(pod.spec ?? {}, { shareProcessNamespace: false, [field]: true });
        const isRefused = async () => (await refusalOf(create(pod, true)))?.includes('a worker shares no namespace');
        // The API server needs a moment to know the level.
        await until(`${field} is refused`, async () => (await isRefused()) === true, { timeoutMs: 30_000 });
      }
      // The API server knows no privileged container without the former.
      for (const rights of [{ allowPrivilegeEscalation: true }, { capabilities: { add: ['SYS_ADMIN'] } }]) {
        const pod = workerPod(specOf(), { ...options, template });
        const [container] = pod.spec?.containers ?? [];
        if (container) container.securityContext = { ...container.securityContext, ...rights };
        expect(await refusalOf(create(pod, true))).toContain('a worker gains no right');
      }
      await enforce('restricted');
    });
  });
});
