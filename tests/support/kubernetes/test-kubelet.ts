import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  ListWatch,
  PatchStrategy,
  setHeaderOptions,
  type V1Container,
  type V1ContainerState,
  type V1ContainerStatus,
  type V1Pod,
  Watch,
} from '@kubernetes/client-node';
import type { Clients } from './clients';

/**
 * The file that Node runs for each image; that of a sidecar has the container's name behind it. A Pod of another image waits
 * as if its image could not be pulled.
 */
export type Images = Record<string, string>;

interface RunningPod {
  child: ChildProcess;
  ended: Promise<void>;
  sidecars: { child: ChildProcess; ended: Promise<void> }[];
  /** Stands for its emptyDir. */
  directory: string;
}

const statusPatch = setHeaderOptions('Content-Type', PatchStrategy.StrategicMergePatch);
const firstAddress = (Math.floor(Math.random() * 200) + 1) << 8;

/**
 * Plays kubelet and container runtime for one node. Runs each Pod's containers as processes with an address of its own in
 * 127.1.0.0/16, and reports their state to the API server. Sidecars begin first and end last. A setting that names where a
 * volume is mounted gets a temporary folder. Users, probes, other volumes, limits and images are not real.
 */
export class TestKubelet {
  readonly #clients: Clients;
  readonly #node: string;
  readonly #images: Images;
  readonly #running = new Map<string, RunningPod>();
  readonly #known = new Set<string>();
  readonly #silent = new Set<string>();
  readonly #informer: ListWatch<V1Pod>;
  #addressCount = 0;
  #isStopped = false;
  /** The containers' output. */
  log = '';

  private constructor(clients: Clients, node: string, images: Images) {
    this.#clients = clients;
    this.#node = node;
    this.#images = images;
    const { core, config } = clients;
    const fieldSelector = `spec.nodeName=${node}`;
    const list = () => core.listPodForAllNamespaces({ fieldSelector });
    this.#informer = new ListWatch('/api/v1/pods', new Watch(config), list, false, undefined, fieldSelector);
    const sync = (pod: V1Pod) => void this.#sync(pod).catch((error: unknown) => this.#note(pod, String(error)));
    this.#informer.on('add', sync);
    this.#informer.on('update', sync);
    this.#informer.on('error', () => {
      if (!this.#isStopped) setTimeout(() => void this.#informer.start(), 200);
    });
  }

  /** @param memory what the node has for Pods, as Kubernetes writes it */
  static async start(clients: Clients, node: string, images: Images, memory = '16Gi'): Promise<TestKubelet> {
    const { core } = clients;
    await core.createNode({ body: { metadata: { name: node, labels: { 'kubernetes.io/hostname': node } } } });
    const room = { cpu: '8', memory, pods: '110', 'ephemeral-storage': '10Gi' };
    const now = new Date();
    const ready = {
      type: 'Ready',
      status: 'True',
      reason: 'KubeletReady',
      lastHeartbeatTime: now,
      lastTransitionTime: now,
    };
    await core.patchNodeStatus(
      { name: node, body: { status: { capacity: room, allocatable: room, conditions: [ready] } } },
      statusPatch,
    );
    // The API server marks new nodes as not ready; the controller that takes the mark away does not run here.
    await core.patchNode(
      { name: node, body: { spec: { taints: null } } },
      setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
    );
    const kubelet = new TestKubelet(clients, node, images);
    await kubelet.#informer.start();
    return kubelet;
  }

  /** Lets the node run another image. */
  addImage(image: string, file: string): void {
    this.#images[image] = file;
  }

  /** The process of a Pod. */
  pidOf(podName: string): number | undefined {
    return this.#running.get(podName)?.child.pid;
  }

  /** Does nothing about a Pod any more, as the kubelet of a node that is cut off. */
  forget(podName: string): void {
    this.#silent.add(podName);
  }

  /** Ends the Pods' processes, and takes the node away. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#informer.stop();
    const pods = [...this.#running.values()];
    const all = pods.flatMap(({ child, ended, sidecars }) => [{ child, ended }, ...sidecars]);
    for (const { child } of all) child.kill('SIGKILL');
    await Promise.all(all.map(({ ended }) => ended));
    await Promise.all(pods.map(({ directory }) => rm(directory, { recursive: true, force: true })));
    await this.#clients.core.deleteNode({ name: this.#node });
  }

  async #sync(pod: V1Pod): Promise<void> {
    const { name = '', uid = '', deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata ?? {};
    if (deletionTimestamp) return this.#end(pod, (deletionGracePeriodSeconds ?? 0) * 1_000);
    if (pod.status?.phase !== 'Pending' || this.#known.has(uid)) return;
    this.#known.add(uid);
    const container = pod.spec?.containers[0];
    const program = this.#images[container?.image ?? ''];
    if (!program) {
      const message = `rpc error: code = NotFound desc = failed to pull and unpack image "${container?.image}"`;
      return this.#report(pod, 'Pending', { waiting: { reason: 'ErrImagePull', message } });
    }
    const number = firstAddress + ++this.#addressCount;
    const podIP = `127.1.${(number >> 8) & 255}.${number & 255}`;
    const directory = await mkdtemp(path.join(tmpdir(), 'sightline-pod-'));
    const sidecars = await Promise.all(
      (pod.spec?.initContainers ?? []).map(async (sidecar) => {
        const file = this.#images[`${sidecar.image} ${sidecar.name}`];
        const running = this.#spawn(sidecar, file ?? '', await this.#environmentOf(pod, sidecar, podIP, directory));
        return { child: running, ended: new Promise<void>((resolve) => void running.once('close', () => resolve())) };
      }),
    );
    const env = container ? await this.#environmentOf(pod, container, podIP, directory) : {};
    const child = this.#spawn(container, program, env);
    const ended = new Promise<void>((resolve) => {
      child.once('close', (code, signal) => {
        const exitCode = code ?? 0;
        const terminated = signal ? { exitCode: 128, signal: numberOf(signal) } : { exitCode };
        const phase = exitCode === 0 && !signal ? 'Succeeded' : 'Failed';
        // A Pod runs as long as one of its containers does.
        void this.#report(pod, sidecars.length > 0 ? 'Running' : phase, { terminated }, podIP)
          .catch((error: unknown) => this.#note(pod, String(error)))
          .finally(resolve);
      });
    });
    this.#running.set(name, { child, ended, sidecars, directory });
    await this.#report(pod, 'Running', { running: { startedAt: new Date() } }, podIP);
  }

  async #end(pod: V1Pod, graceMs: number): Promise<void> {
    const { name = '', namespace = '', uid = '' } = pod.metadata ?? {};
    if (this.#known.has(`end ${uid}`) || this.#silent.has(name)) return;
    this.#known.add(`end ${uid}`);
    const running = this.#running.get(name);
    if (running) {
      running.child.kill('SIGTERM');
      const timer = setTimeout(() => running.child.kill('SIGKILL'), graceMs);
      await running.ended;
      for (const sidecar of running.sidecars) sidecar.child.kill('SIGTERM');
      await Promise.all(running.sidecars.map((sidecar) => sidecar.ended));
      clearTimeout(timer);
      this.#running.delete(name);
      await rm(running.directory, { recursive: true, force: true });
    }
    const body = { gracePeriodSeconds: 0, preconditions: { uid } };
    await this.#clients.core.deleteNamespacedPod({ name, namespace, body }).catch(ignoreMissing);
  }

  #spawn(container: V1Container | undefined, program: string, env: Record<string, string>): ChildProcess {
    const child = spawn(process.execPath, [...nodeOptionsOf(container?.args ?? []), program], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: Object.assign({ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test' as const }, env),
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.log += String(chunk)));
    return child;
  }

  async #environmentOf(
    { metadata }: V1Pod,
    container: V1Container,
    podIP: string,
    directory: string,
  ): Promise<Record<string, string>> {
    const environment: Record<string, string> = {};
    const mounts = container.volumeMounts?.map(({ mountPath }) => mountPath) ?? [];
    for (const { name, value, valueFrom } of container.env ?? []) {
      const { fieldRef, secretKeyRef } = valueFrom ?? {};
      if (value !== undefined) environment[name] = mounts.includes(value) ? directory : value;
      if (fieldRef?.fieldPath === 'status.podIP') environment[name] = podIP;
      if (secretKeyRef) {
        environment[name] = await this.#readSecret(
          metadata?.namespace ?? '',
          secretKeyRef.name ?? '',
          secretKeyRef.key,
        );
      }
    }
    return environment;
  }

  /** A Pod waits for its Secret. */
  async #readSecret(namespace: string, name: string, key: string): Promise<string> {
    for (;;) {
      const secret = await this.#clients.core.readNamespacedSecret({ namespace, name }).catch(ignoreMissing);
      const value = secret?.data?.[key];
      if (value !== undefined) return Buffer.from(value, 'base64').toString();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #report(pod: V1Pod, phase: string, state: V1ContainerState, podIP?: string): Promise<void> {
    const { name = '', namespace = '' } = pod.metadata ?? {};
    const isReady = phase === 'Running' && state.running !== undefined;
    const conditions = ['Initialized', 'ContainersReady', 'Ready'].map((type) => ({
      type,
      status: isReady ? 'True' : 'False',
      lastTransitionTime: new Date(),
    }));
    const containerStatuses = pod.spec?.containers.map<V1ContainerStatus>(({ name: container, image = '' }) => ({
      name: container,
      image,
      imageID: image,
      restartCount: 0,
      ready: isReady,
      state,
    }));
    const address = podIP === undefined ? {} : { podIP, podIPs: [{ ip: podIP }], hostIP: '127.0.0.1' };
    await this.#clients.core
      .patchNamespacedPodStatus(
        { name, namespace, body: { status: { phase, conditions, containerStatuses, ...address } } },
        statusPatch,
      )
      .catch(ignoreMissing);
  }

  #note(pod: V1Pod, text: string): void {
    this.log += `kubelet: ${pod.metadata?.name}: ${text}\n`;
  }
}

const nodeOptionsOf = (args: string[]): string[] => args.filter((argument) => argument.startsWith('--'));

const numberOf = (signal: NodeJS.Signals): number =>
  ({ SIGKILL: 9, SIGTERM: 15, SIGSEGV: 11, SIGABRT: 6 })[signal as 'SIGKILL'] ?? 0;

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 404 || error.code === 409)) return undefined;
  throw error;
}
