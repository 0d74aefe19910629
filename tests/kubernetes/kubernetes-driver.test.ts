import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { V1PodTemplateSpec } from '@kubernetes/client-node';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { WorkerFailure } from '@/lib/contracts/worker-protocol';
import { type KubernetesApi, openKubernetesApi } from '@/server/gateway/drivers/kubernetes/kubernetes-api';
import { KubernetesDriver, type KubernetesDriverOptions } from '@/server/gateway/drivers/kubernetes/kubernetes-driver';
import { PodWatch } from '@/server/gateway/drivers/kubernetes/pod-watch';
import { workerSelector } from '@/server/gateway/drivers/kubernetes/worker-pod';
import { WorkerStartError } from '@/server/gateway/drivers/worker-driver';
import { specOf, testWorkerDriver } from '../gateway/drivers/worker-driver-contract';
import { fakeWorkerPath } from '../support/gateway/reconciler';
import { type Clients, clientsOf } from '../support/kubernetes/clients';
import { type Cluster, startCluster } from '../support/kubernetes/cluster';
import { connectAs, makeNamespace } from '../support/kubernetes/namespaces';
import { TestKubelet } from '../support/kubernetes/test-kubelet';
import { until } from '../support/until';

/* The driver against a real API server; its Pods run the fake worker. */

const image = 'registry.example.com/sightline:1.2.3';
const installation = 'live';

let cluster: Cluster;
let clients: Clients;
let kubelet: TestKubelet;
let namespace: string;
let api: KubernetesApi;
beforeAll(async () => {
  cluster = await startCluster();
  clients = clientsOf(cluster);
  kubelet = await TestKubelet.start(clients, 'node-a', { [image]: fakeWorkerPath });
});

afterAll(async () => {
  await kubelet?.stop();
  await cluster?.stop();
});

beforeEach(async () => {
  namespace = `live-${randomBytes(4).toString('hex')}`;
  await makeNamespace(clients, namespace);
  onTestFinished(await connectAs(clients, cluster, namespace, 'sightline-gateway'));
  api = await openKubernetesApi(namespace, workerSelector(installation));
});

interface Ended {
  how: string;
  failure: WorkerFailure | null;
}

async function makeDriver(options: Partial<KubernetesDriverOptions> = {}) {
  const pods = new PodWatch(api);
  await pods.start();
  const ended: string[] = [];
  const ends: Ended[] = [];
  const onEnded = (workerId: string, how: string, failure: WorkerFailure | null) => {
    ended.push(workerId);
    ends.push({ how, failure });
  };
  const driver = new KubernetesDriver({ api, pods, image, installation, onEnded, ...options });
  return { driver, ended, ends };
}

async function makeTemporaryDriver(options: Partial<KubernetesDriverOptions> = {}) {
  const made = await makeDriver(options);
  onTestFinished(() => made.driver.close('end'));
  return made;
}

const kill = async (workerId: string, signal: NodeJS.Signals = 'SIGKILL') =>
  void process.kill(kubelet.pidOf(workerId) ?? 0, signal);

/** The failure that the user is told, or null. */
async function failureOf(starting: Promise<unknown>): Promise<WorkerFailure | null> {
  const error = await starting.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(WorkerStartError);
  return error instanceof WorkerStartError ? error.failure : null;
}

const podNames = async () =>
  (await clients.core.listNamespacedPod({ namespace })).items.map((pod) => pod.metadata?.name);

describe('a Kubernetes driver', () => {
  testWorkerDriver(async () => ({ makeDriver, kill, close: async () => undefined }));
});

test('a worker’s Pod has the spec in a Secret that goes with it, labels, limits, probes, and no rights', async () => {
  const { driver } = await makeTemporaryDriver();
  const spec = specOf();
  await driver.ensure(spec);
  const pod = await clients.core.readNamespacedPod({ namespace, name: spec.workerId });
  expect(pod.metadata?.labels).toMatchObject({
    'app.kubernetes.io/component': 'worker',
    'app.kubernetes.io/instance': installation,
    'sightline.io/stream': spec.streamId,
    'sightline.io/event': spec.eventId,
  });
  expect(pod.spec).toMatchObject({ restartPolicy: 'Never', automountServiceAccountToken: false, nodeName: 'node-a' });
  const secret = await clients.core.readNamespacedSecret({ namespace, name: spec.workerId });
  expect(secret.metadata?.ownerReferences).toMatchObject([{ kind: 'Pod', uid: pod.metadata?.uid }]);
  // A reader of Pods without access to Secrets learns neither token nor passphrase.
  expect(JSON.stringify(pod)).not.toContain(spec.token);
  await driver.remove(spec.workerId);
  const isThere = () =>
    clients.core.readNamespacedSecret({ namespace, name: spec.workerId }).then(
      () => true,
      () => false,
    );
  await until('the Secret is gone', async () => !(await isThere()), { timeoutMs: 60_000 });
});

test('the cameras of an event are kept apart, and a template says what the cluster wants otherwise', async () => {
  const template: V1PodTemplateSpec = {
    metadata: { labels: { team: 'video' } },
    spec: {
      tolerations: [{ key: 'video', operator: 'Exists' }],
      containers: [{ name: 'worker', resources: { requests: { cpu: '1' }, limits: { memory: '2Gi' } } }],
    },
  };
  const { driver } = await makeTemporaryDriver({ template });
  const spec = specOf();
  await driver.ensure(spec);
  const pod = await clients.core.readNamespacedPod({ namespace, name: spec.workerId });
  const [rule] = pod.spec?.affinity?.podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  expect(rule?.podAffinityTerm.labelSelector?.matchLabels).toMatchObject({ 'sightline.io/event': spec.eventId });
  expect(pod.metadata?.labels?.team).toBe('video');
  expect(pod.spec?.tolerations).toContainEqual({ key: 'video', operator: 'Exists' });
  expect(pod.spec?.containers[0]).toMatchObject({
    image,
    resources: { requests: { cpu: '1' }, limits: { memory: '2Gi' } },
  });
});

describe('tells the user in words', () => {
  test('that the quota is used up', async () => {
    const quota = { metadata: { name: 'cameras' }, spec: { hard: { pods: '1' } } };
    await clients.core.createNamespacedResourceQuota({ namespace, body: quota });
    await until(
      'the quota holds',
      async () => (await clients.core.readNamespacedResourceQuota({ namespace, name: 'cameras' })).status?.hard?.pods,
      { timeoutMs: 30_000 },
    );
    const { driver } = await makeTemporaryDriver();
    await driver.ensure(specOf());
    expect(await failureOf(driver.ensure(specOf()))).toEqual({
      codedReason: { code: 'cluster_quota', figures: { used: 'pods=1', limited: 'pods=1' } },
      reason:
        'The cluster’s quota leaves no room for another camera (in use: pods=1; at most: pods=1). Turn a camera off, or ask your administrator to raise the quota.',
      retryable: true,
    });
  });

  test('that the image cannot be fetched, and leaves no Pod', async () => {
    const { driver } = await makeTemporaryDriver({ image: 'registry.example.com/sightline:missing' });
    expect(await failureOf(driver.ensure(specOf()))).toEqual({
      codedReason: {
        code: 'cluster_image_missing',
        figures: { image: 'registry.example.com/sightline:missing' },
      },
      reason:
        'The cluster has no program for this camera: “registry.example.com/sightline:missing” cannot be fetched. Ask your administrator, then press On again.',
      retryable: true,
    });
    expect(await podNames()).toEqual([]);
  });

  test('that no machine has room, once a start has taken too long', async () => {
    const resources = { requests: { memory: '64Gi' }, limits: { memory: '64Gi' } };
    const template = { spec: { containers: [{ name: 'worker', resources }] } };
    const { driver } = await makeTemporaryDriver({ template, startTimeoutMs: 3_000 });
    expect(await failureOf(driver.ensure(specOf()))).toEqual({
      codedReason: { code: 'cluster_full', figures: { resources: ['memory'] } },
      reason:
        'No machine of the cluster has room for another camera (too little memory). Turn a camera off or add a machine, then press On again.',
      retryable: false,
    });
    expect(await podNames()).toEqual([]);
  });

  test('that the cluster does not allow it', async () => {
    const template = { spec: { hostNetwork: true, containers: [] } };
    const { driver } = await makeTemporaryDriver({ template });
    expect(await failureOf(driver.ensure(specOf()))).toMatchObject({ retryable: false });
  });

  test('that somebody else has ended the Pod', async () => {
    const { driver, ends } = await makeTemporaryDriver();
    const spec = specOf();
    await driver.ensure(spec);
    await clients.core.deleteNamespacedPod({ namespace, name: spec.workerId });
    await until('the driver reports the end of the Pod', () => ends.length > 0);
    expect(ends[0]?.failure?.reason).toMatch(/^The cluster ended the process/);
  });
});

test('removing a worker that waits for its image does not wait for the image', async () => {
  const template = { spec: { nodeSelector: { 'kubernetes.io/hostname': 'nowhere' }, containers: [] } };
  const { driver } = await makeTemporaryDriver({ template });
  const spec = specOf();
  const starting = driver.ensure(spec).catch(() => 'not started');
  await until('the Pod is there', async () => (await podNames()).length > 0);
  await driver.remove(spec.workerId);
  expect(await starting).toBe('not started');
  expect(await podNames()).toEqual([]);
});

test.each([
  ['SIGKILL', 'signal SIGKILL'],
  ['SIGSEGV', 'signal SIGSEGV'],
] as const)('reports that a worker ended by %s', async (signal, how) => {
  const { driver, ends } = await makeTemporaryDriver();
  const spec = specOf();
  await driver.ensure(spec);
  await kill(spec.workerId, signal);
  await until('the driver reports the end of the worker', () => ends.length > 0);
  expect(ends).toEqual([{ how, failure: null }]);
});

test('a worker is over though its uploader goes on, which the Pod waits for', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-uploader-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const [program, done, asked] = ['uploader.mjs', 'done', 'asked'].map((name) => path.join(directory, name));
  await writeFile(
    program ?? '',
    `import { existsSync, writeFileSync } from 'node:fs';
process.on('SIGTERM', () => writeFileSync(${JSON.stringify(asked)}, ''));
setInterval(() => existsSync(${JSON.stringify(done)}) && process.exit(), 50);`,
  );
  const recordingImage = `${image}-recording-${randomBytes(4).toString('hex')}`;
  kubelet.addImage(recordingImage, fakeWorkerPath);
  kubelet.addImage(`${recordingImage} uploader`, program ?? '');
  const { driver, ended } = await makeTemporaryDriver({
    image: recordingImage,
    bucket: { RECORDINGS_S3_BUCKET: 'recordings' },
  });
  const [removed, killed] = [specOf(), specOf()];
  await Promise.all([driver.ensure(removed), driver.ensure(killed)]);
  await kill(killed.workerId);
  await driver.remove(removed.workerId);
  await until('both drivers report the end of the worker', () => ended.length === 2);
  await until('the uploader has its signal', () => existsSync(asked ?? ''));
  // Its Pods are nobody's strays, and nobody ends them.
  expect(await driver.list()).toEqual([]);
  expect(await podNames()).toHaveLength(2);
  await writeFile(done ?? '', '');
  await until('the Pods are gone', async () => (await podNames()).length === 0, { timeoutMs: 30_000 });
});

test('a Pod whose node does not answer is gone within seconds', async () => {
  const { driver, ended } = await makeTemporaryDriver();
  const spec = specOf();
  await driver.ensure(spec);
  kubelet.forget(spec.workerId);
  await driver.remove(spec.workerId);
  expect(await podNames()).toEqual([]);
  expect(ended).toEqual([spec.workerId]);
});

test('an installation does not see the Pods of another one in its namespace', async () => {
  const { driver } = await makeTemporaryDriver();
  await driver.ensure(specOf());
  const other = await openKubernetesApi(namespace, workerSelector('rehearsal'));
  expect((await other.listPods()).items).toEqual([]);
});
