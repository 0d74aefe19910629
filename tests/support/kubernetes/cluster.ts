import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findKubernetes } from '@/scripts/find-kubernetes.mjs';
import { freeTcpPort } from '../network/free-port';
import { until } from '../until';
import { type ClusterAccess, clientsOf } from './clients';

/** `token` is an administrator's. */
export interface Cluster extends ClusterAccess {
  stop(): Promise<void>;
}

/** The controllers that run. The others watch things that the tests do not have. */
const controllers = [
  'serviceaccount-controller',
  'root-ca-certificate-publisher-controller',
  'garbage-collector-controller',
  'resourcequota-controller',
  'namespace-controller',
  'deployment-controller',
  'replicaset-controller',
  'disruption-controller',
  'job-controller',
];

/**
 * Starts a real Kubernetes control plane on loopback: etcd, API server, controller manager and scheduler. Nodes and what
 * runs Pods on them are a test's own.
 * @throws Error where there are no such programs yet, or one does not come up
 */
export async function startCluster(): Promise<Cluster> {
  const command = findKubernetes();
  if (!command) throw new Error('There is no Kubernetes yet: run `npm run kubernetes` once, which builds it.');
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-kubernetes-'));
  const children: { child: ChildProcess; ended: Promise<unknown> }[] = [];
  const stop = async () => {
    for (const { child, ended } of children.reverse()) {
      child.kill('SIGKILL');
      await ended;
    }
    await rm(directory, { recursive: true, force: true });
  };
  const launch = (name: string, args: string[]) => {
    const [file = '', ...first] = command(name);
    const child = spawn(file, [...first, ...args], { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    child.stderr?.on('data', (chunk) => {
      log = (log + String(chunk)).slice(-4_000);
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    children.push({ child, ended });
    return () => {
      if (child.exitCode !== null) throw new Error(`${name} has ended:\n${log}`);
    };
  };
  try {
    const [client, peer, port] = [await freeTcpPort(), await freeTcpPort(), await freeTcpPort()];
    const server = `https://127.0.0.1:${port}`;
    const token = randomBytes(24).toString('base64url');
    await writeKeys(directory, token);
    const checkEtcd = launch('etcd', etcdArgs(client, peer));
    await untilAnswers(`http://127.0.0.1:${client}/health`, checkEtcd);
    const checkApi = launch('kube-apiserver', apiServerArgs(client, port));
    const ca = await until(
      'the API server has its certificate',
      async () => {
        checkApi();
        return readFile(path.join(directory, 'certs', 'apiserver.crt'), 'utf8').catch(() => null);
      },
      { timeoutMs: 60_000 },
    );
    const access = { server, ca, token };
    await untilReady(access, checkApi);
    const kubeconfig = path.join(directory, 'admin.yaml');
    await writeKubeconfig(kubeconfig, access);
    launch('kube-controller-manager', [
      `--kubeconfig=${kubeconfig}`,
      `--controllers=${controllers.join(',')}`,
      '--leader-elect=false',
      '--secure-port=0',
      `--root-ca-file=${path.join(directory, 'certs', 'apiserver.crt')}`,
    ]);
    launch('kube-scheduler', [`--kubeconfig=${kubeconfig}`, '--leader-elect=false', '--secure-port=0']);
    return Object.assign(access, { stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Writes what clients of Kubernetes read to reach a cluster as somebody. */
export async function writeKubeconfig(file: string, { server, ca, token }: ClusterAccess): Promise<void> {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    clusters: [{ name: 'test', cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') } }],
    users: [{ name: 'test', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
  };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(config), { mode: 0o600 });
}

async function writeKeys(directory: string, token: string): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(path.join(directory, 'sa.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
  await writeFile(path.join(directory, 'sa.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
  await writeFile(path.join(directory, 'tokens.csv'), `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
}

const etcdArgs = (client: number, peer: number): string[] => [
  '--data-dir=etcd',
  '--unsafe-no-fsync',
  '--log-level=error',
  `--listen-client-urls=http://127.0.0.1:${client}`,
  `--advertise-client-urls=http://127.0.0.1:${client}`,
  `--listen-peer-urls=http://127.0.0.1:${peer}`,
  `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
  `--initial-cluster=default=http://127.0.0.1:${peer}`,
];

const apiServerArgs = (etcdPort: number, port: number): string[] => [
  `--etcd-servers=http://127.0.0.1:${etcdPort}`,
  '--bind-address=127.0.0.1',
  `--secure-port=${port}`,
  '--cert-dir=certs',
  '--service-account-issuer=https://kubernetes.default.svc',
  '--service-account-key-file=sa.pub',
  '--service-account-signing-key-file=sa.key',
  '--service-cluster-ip-range=10.96.0.0/24',
  '--authorization-mode=Node,RBAC',
  '--token-auth-file=tokens.csv',
  '--endpoint-reconciler-type=none',
  '--profiling=false',
];

const untilAnswers = (url: string, check: () => void) =>
  until(
    `${url} answers`,
    async () => {
      check();
      return (await fetch(url).catch(() => null))?.ok;
    },
    { timeoutMs: 60_000 },
  );

async function untilReady(access: ClusterAccess, check: () => void): Promise<void> {
  // fetch does not know the API server's certificate.
  const { core } = clientsOf(access);
  await until(
    'the API server is ready',
    async () => {
      check();
      // The last that the API server makes for itself.
      return core.readNamespace({ name: 'kube-system' }).catch(() => null);
    },
    { timeoutMs: 90_000 },
  );
}
