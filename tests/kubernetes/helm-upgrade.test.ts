import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandsOf } from '../support/docs/shell-blocks';
import { type Clients, clientsOf } from '../support/kubernetes/clients';
import { type Cluster, startCluster, writeKubeconfig } from '../support/kubernetes/cluster';
import { runHelm } from '../support/kubernetes/helm';
import { makeNamespace } from '../support/kubernetes/namespaces';
import { until } from '../support/until';

/* The commands of docs/upgrade.md and docs/kubernetes.md for Helm, as they are written, against a real API server. */

const namespace = 'sightline';
let directory: string;
let cluster: Cluster;
let clients: Clients;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-helm-'));
  cluster = await startCluster();
  clients = clientsOf(cluster);
  await writeKubeconfig(path.join(directory, 'kubeconfig'), cluster);
  await makeNamespace(clients, namespace);
});

afterAll(async () => {
  await cluster?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Runs a command of Helm. Nothing runs Pods here, so there is no waiting for those, and no Job before. */
async function run(command: string, values: object): Promise<void> {
  const file = path.join(directory, 'values.yaml');
  await writeFile(file, JSON.stringify(values));
  const words = command
    .trim()
    .replace(/ --wait$/, '')
    .split(' ')
    .slice(1);
  const args = words.map((word) => (word === 'values.yaml' ? file : word));
  expect(runHelm(directory, [...args, '--no-hooks'])).toMatchObject({ code: 0, error: '' });
}

const readWebImage = async () => {
  const web = await clients.apps.readNamespacedDeployment({ namespace, name: 'sightline-web' });
  return web.spec?.template.spec?.containers[0]?.image;
};

/** Requires that the page's `kubectl wait` names a condition that the Job has once its container has ended, and not before. */
async function expectToBeAwaited(commands: string, job: string, pod: string): Promise<void> {
  const [, awaited, condition = ''] = /wait job\/(\S+) --for=condition=(\S+)/.exec(commands) ?? [];
  expect(awaited).toBe(job);
  // kubectl compares without case.
  const isMet = async () =>
    ((await clients.batch.readNamespacedJob({ namespace, name: job })).status?.conditions ?? []).some(
      ({ type, status }) => type.toLowerCase() === condition.toLowerCase() && status === 'True',
    );
  expect(await isMet()).toBe(false);
  // As a kubelet does.
  const body = { status: { phase: 'Succeeded' } };
  const asMerge = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
  await clients.core.patchNamespacedPodStatus({ namespace, name: pod, body }, asMerge);
  await until(`the condition ${condition} is met`, isMet, { timeoutMs: 30_000 });
}

test('saves, upgrades, goes back, and takes it away again', async () => {
  const [backup = '', upgrade = '', rollback = ''] = commandsOf('docs/upgrade.md', 'With Helm');
  const before = {
    existingSecret: 'sightline',
    livekit: { url: 'ws://livekit.example.com:7880' },
    image: { tag: '1.0.0' },
    backup: { enabled: true, volumeClaim: 'backups' },
  };
  await run('helm install sightline deploy/chart --namespace sightline --values values.yaml', before);
  expect(await readWebImage()).toBe('sightline:1.0.0');

  const [, job = '', cronJob = ''] = /create job (\S+) --from=cronjob\/(\S+)/.exec(backup) ?? [];
  // As kubectl does.
  const { spec } = await clients.batch.readNamespacedCronJob({ namespace, name: cronJob });
  await clients.batch.createNamespacedJob({
    namespace,
    body: { metadata: { name: job }, spec: spec?.jobTemplate.spec },
  });
  const readPods = async () =>
    (await clients.core.listNamespacedPod({ namespace, labelSelector: `job-name=${job}` })).items;
  await until('the Pod of the backup is there', async () => (await readPods()).length === 1, { timeoutMs: 30_000 });
  const [pod] = await readPods();
  expect(pod?.spec?.containers[0]?.args).toEqual(['dist/backup.mjs', 'save']);
  await expectToBeAwaited(backup, job, pod?.metadata?.name ?? '');
  // `kubectl logs` is left out: the API server reads logs from the node's kubelet, and there is none.
  await clients.batch.deleteNamespacedJob({ namespace, name: job, propagationPolicy: 'Background' });

  await run(upgrade, { ...before, image: { tag: '2.0.0' } });
  expect(await readWebImage()).toBe('sightline:2.0.0');
  await run(rollback, before);
  expect(await readWebImage()).toBe('sightline:1.0.0');

  const [uninstall = ''] = commandsOf('docs/kubernetes.md', 'Uninstall');
  await run(uninstall, before);
  expect((await clients.apps.listNamespacedDeployment({ namespace })).items).toEqual([]);
  expect((await clients.batch.listNamespacedCronJob({ namespace })).items).toEqual([]);
}, 120_000);
