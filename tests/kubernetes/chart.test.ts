import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type KubernetesObject,
  loadYaml,
  type V1Container,
  type V1NetworkPolicy,
  type V1Pod,
  type V1PodSpec,
  type V1PodTemplateSpec,
  type V1Role,
} from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findHelm, kubernetesVersion } from '@/scripts/find-kubernetes.mjs';
import { workerPod, workerSecret } from '@/server/gateway/drivers/kubernetes/worker-pod';
import { specOf } from '../gateway/drivers/worker-driver-contract';
import { type Clients, clientsOf } from '../support/kubernetes/clients';
import { type Cluster, startCluster, writeKubeconfig } from '../support/kubernetes/cluster';
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
const all = {
  existingSecret: 'sightline',
  useRedis: true,
  useDirectDatabase: true,
  publicUrl: 'https://shows.example.com',
  image: { repository: 'registry.example.com/sightline', tag: '1.2.3', pullSecrets: ['registry'] },
  livekit: { url: 'ws://livekit.example.com:7880', publicUrl: 'wss://livekit.example.com' },
  web: { replicas: 3, env: { SIGNUP: 'invite' }, secretEnv: { SMTP_URL: { secret: 'mail', key: 'url' } } },
  ingress: { enabled: true, className: 'nginx', host: 'shows.example.com', tlsSecret: 'shows-tls' },
  gateway: {
    replicas: 3,
    maxStreams: 300,
    env: { LOG_LEVEL: 'debug' },
    secretEnv: { METRICS_TOKEN: { secret: 'metrics', key: 'token' } },
    tolerations: [{ operator: 'Exists' }],
    affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
    priorityClassName: 'system-cluster-critical',
    annotations: { owner: 'video' },
  },
  srt: {
    publicHost: 'srt.example.com',
    annotations: { a: 'b' },
    loadBalancerClass: 'example.com/nlb',
    sourceRanges: ['192.0.2.0/24'],
  },
  worker: {
    namespace: workerNamespace,
    admissionPolicy: true,
    blockEviction: true,
    nodeSelector: { video: 'true' },
    tolerations: [{ key: 'video', operator: 'Exists' }],
    labels: { team: 'video' },
    annotations: { owner: 'video' },
  },
  recordings: { bucket: 'recordings', endpoint: 'https://s3.example.com', prefix: 'shows/' },
  networkPolicy: {
    webFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
    metricsFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
  },
};
const onNodes = {
  ...least,
  web: { replicas: 1 },
  gateway: { replicas: 1 },
  srt: { exposure: 'hostPort' },
  networkPolicy: { enabled: false },
};
const variants: [string, object][] = [
  ['what is required alone', least],
  ['everything', all],
  ['the nodes’ own ports, one of each', onNodes],
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
});

afterAll(async () => {
  await cluster?.stop();
  await rm(directory, { recursive: true, force: true });
});

async function helm(
  values: object,
  ...args: string[]
): Promise<{ code: number | null; output: string; error: string }> {
  const file = path.join(directory, 'values.json');
  await writeFile(file, JSON.stringify(values));
  return spawnHelm([...args, '--namespace', namespace, '--values', file]);
}

function spawnHelm(args: string[]): { code: number | null; output: string; error: string } {
  const { status, stdout, stderr } = spawnSync(findHelm() ?? 'helm', args, {
    encoding: 'utf8',
    // Helm keeps what it caches in the home folder, or without one in this folder.
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      HOME: directory,
      KUBECONFIG: path.join(directory, 'kubeconfig'),
    },
  });
  return { code: status, output: stdout, error: stderr };
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
      const { template } = (object as { spec?: { template?: V1PodTemplateSpec } }).spec ?? {};
      return template?.spec ?? [];
    });
    expect(pods).toHaveLength('recordings' in values ? 4 : 3);
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
  const gateway = rendered.find(
    ({ object }) => object.kind === 'Deployment' && object.metadata?.name === 'sightline-gateway',
  )?.object as { spec?: { template?: V1PodTemplateSpec } };
  const { metadata, spec } = gateway.spec?.template ?? {};
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
  const policy = (await render(all)).find(
    ({ object }) => object.kind === 'NetworkPolicy' && object.metadata?.name === 'sightline-worker',
  )?.object as V1NetworkPolicy;
  const blocks = policy.spec?.egress?.flatMap(({ to }) => to?.flatMap(({ ipBlock }) => ipBlock ?? []) ?? []);
  const both = [
    { cidr: '0.0.0.0/0', except: ['169.254.169.254/32'] },
    { cidr: '::/0', except: ['fd00:ec2::254/128', 'fd20:ce::254/128'] },
  ];
  expect(blocks).toEqual([...both, ...both]);
});

test('the gateway’s Role is the one that the driver is tested with', async () => {
  const role = (await render(least)).find(({ object }) => object.kind === 'Role')?.object as V1Role;
  const ofRules = (rules: typeof gatewayRules) => rules.map(({ resources, verbs }) => [resources, [...verbs].sort()]);
  expect(ofRules(role.rules as typeof gatewayRules)).toEqual(ofRules(gatewayRules));
});

test('Helm installs it, and takes it away again', async () => {
  const installed = await helm(least, 'install', 'trial', chart, '--no-hooks');
  expect(installed.error).toBe('');
  const deployments = async () => (await clients.apps.listNamespacedDeployment({ namespace })).items;
  expect((await deployments()).map(({ metadata }) => metadata?.name)).toEqual([
    'trial-sightline-gateway',
    'trial-sightline-web',
  ]);
  expect((await helm(least, 'upgrade', 'trial', chart, '--no-hooks')).error).toBe('');
  spawnHelm(['uninstall', 'trial', '--namespace', namespace, '--wait']);
  expect(await deployments()).toEqual([]);
});

describe('installed', () => {
  beforeAll(async () => {
    const rendered = await render(all);
    const isHook = ({ object }: Rendered) => object.metadata?.annotations?.['helm.sh/hook'] !== undefined;
    expect(await refused(rendered.filter((one) => !isHook(one)))).toEqual([]);
  });

  test('the cluster makes Pods of web and gateways, in namespaces that allow restricted Pods alone', async () => {
    const readPods = async () => (await clients.core.listNamespacedPod({ namespace })).items;
    await until(async () => (await readPods()).length === 7, {
      timeoutMs: 60_000,
      what: 'three Pods of each, and an exporter',
    });
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
      await until(() => refusalOf(create(wrong, true)), { timeoutMs: 30_000, what: 'the policy' });
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
      ['a worker mounts nothing', (of) => void of.volumes?.push({ name: 'x', secret: { secretName: 'sightline' } })],
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
        await until(async () => (await isRefused()) === true, { timeoutMs: 30_000, what: `a refusal of ${field}` });
      }
      await enforce('restricted');
    });
  });
});
