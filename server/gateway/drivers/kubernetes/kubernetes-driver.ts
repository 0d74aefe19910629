import type { V1Pod } from '@kubernetes/client-node';
import type { WorkerAddress, WorkerFailure, WorkerSpec } from '@/lib/contracts/worker-protocol';
import { log } from '@/lib/platform/log';
import {
  type ProcessorShare,
  type WorkerDriver,
  type WorkerEndListener,
  WorkerStartError,
  workerPorts,
} from '../worker-driver';
import { type KubernetesApi, KubernetesApiError } from './kubernetes-api';
import { isUploading, type PodState, podState, refusal, removedByCluster, startFailure } from './pod-state';
import { nameOf, type PodWatch } from './pod-watch';
import { graceSecondsOf, type WorkerPodOptions, workerPod, workerSecret } from './worker-pod';

/** Fetching the image takes its time with the first camera of a node, and so does a node that is added for it. */
const startTimeoutMs = 120_000;
/**
 * A Pod that is not gone by then is on a node that does not answer. Its worker has ended: no answer permits it to run for
 * longer (worker-protocol.ts), and its reports are dismissed.
 */
const goneTimeoutMs = 8_000;
const forcedTimeoutMs = 10_000;

export interface KubernetesDriverOptions extends WorkerPodOptions {
  api: KubernetesApi;
  /** Started already; the driver closes it. */
  pods: PodWatch;
  onEnded: WorkerEndListener;
  startTimeoutMs?: number;
}

/** Runs each worker as a Pod. Pods outlive every gateway, and each gateway of the installation sees all of them. */
export class KubernetesDriver implements WorkerDriver {
  readonly node: string;
  /** Nodes are many, and a start waits rather than works; creating so many takes the API server a fraction of a second. */
  readonly maxConcurrentStarts = 20;
  readonly #options: KubernetesDriverOptions;
  readonly #pods: PodWatch;
  readonly #starting = new Map<string, Promise<WorkerAddress>>();
  readonly #creating = new Map<string, Promise<void>>();
  readonly #removing = new Set<string>();
  /** Settles once the end of a worker that this driver was asked for is reported. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(options: KubernetesDriverOptions) {
    this.#options = options;
    this.node = `kubernetes:${options.api.name}/${options.installation}`;
    this.#pods = options.pods;
  }

  ensure(spec: WorkerSpec): Promise<WorkerAddress> {
    const { workerId } = spec;
    const starting = this.#starting.get(workerId) ?? this.#start(spec);
    this.#starting.set(workerId, starting);
    return starting.finally(() => this.#starting.delete(workerId));
  }

  /** The kernel shares a node's processors by what the Pods' template requests. */
  setProcessorShare(_workerId: string, _share: ProcessorShare): void {}

  processorWaitMs(): number {
    return 0;
  }

  async list(): Promise<string[]> {
    const { items } = await this.#options.api.listPods();
    for (const pod of items) this.#pods.note(pod);
    return items.filter((pod) => !isUploading(pod)).map(nameOf);
  }

  async remove(workerId: string): Promise<void> {
    this.#removing.add(workerId);
    try {
      // Where it failed, nothing is there to be removed.
      await this.#creating.get(workerId)?.catch(() => undefined);
      await this.#delete(workerId, graceSecondsOf(this.#options));
      await this.#running.get(workerId);
    } finally {
      this.#removing.delete(workerId);
    }
  }

  async close(workers: 'end' | 'keep'): Promise<void> {
    const ending = workers === 'end' ? [...this.#starting.keys(), ...this.#running.keys()] : [];
    try {
      await Promise.all(ending.map((workerId) => this.remove(workerId)));
    } finally {
      await this.#pods.close();
    }
  }

  async #start(spec: WorkerSpec): Promise<WorkerAddress> {
    const { workerId } = spec;
    if (!this.#pods.get(workerId)) {
      const creating = this.#create(spec);
      this.#creating.set(workerId, creating);
      await creating.finally(() => this.#creating.delete(workerId));
    }
    const timeoutMs = this.#options.startTimeoutMs ?? startTimeoutMs;
    let last: V1Pod | undefined;
    const settled = await this.#pods.until<Exclude<PodState, { kind: 'starting' }> | 'gone'>(
      workerId,
      (pod) => {
        last = pod ?? last;
        if (!pod || pod.metadata?.deletionTimestamp) return 'gone';
        const state = podState(pod);
        return state.kind === 'starting' ? undefined : state;
      },
      timeoutMs,
    );
    if (settled !== null && settled !== 'gone' && settled.kind === 'running') {
      this.#keep(workerId);
      return Object.assign({ host: settled.host }, workerPorts);
    }
    if (settled === 'gone') throw new WorkerStartError('the Pod was deleted while it started', removedByCluster);
    // The next driver collects the Pods that a closed one leaves.
    if (this.#pods.isClosed) throw new Error('the driver is closed');
    await this.#delete(workerId, 0).catch((error: unknown) =>
      log.warn({ err: error, workerId }, 'driver: cannot delete a Pod that has failed; it is collected later'),
    );
    throw new WorkerStartError(
      settled ? `the Pod did not start: ${settled.how}` : 'the Pod did not start in time',
      settled?.failure ?? startFailure(last ?? {}, timeoutMs),
    );
  }

  /** The Pod first, for its id owns the Secret: whatever happens in between, nothing is left that no Pod leads to. */
  async #create(spec: WorkerSpec): Promise<void> {
    const { api, installation, bucket } = this.#options;
    try {
      const pod = await api.createPod(workerPod(spec, this.#options));
      this.#pods.note(pod);
      await api.createSecret(workerSecret(spec, { uid: pod.metadata?.uid ?? '', installation, bucket }));
    } catch (error) {
      if (!(error instanceof KubernetesApiError)) throw error;
      // Another driver of this node has started it.
      if (error.reason === 'AlreadyExists') return;
      // Whether it was created is unknown where no answer came.
      await this.#delete(spec.workerId, 0).catch(() => undefined);
      throw new WorkerStartError(
        `the API server refuses the Pod: ${error.message}`,
        refusal(error.status, error.message),
        error,
      );
    }
  }

  /** Follows a running worker to its end. */
  #keep(workerId: string): void {
    if (this.#running.has(workerId)) return;
    const ended = this.#untilGone(workerId).then((end) => {
      this.#running.delete(workerId);
      // Null: the driver is closed.
      if (end) this.#options.onEnded(workerId, end.how, end.failure);
    });
    this.#running.set(workerId, ended);
  }

  async #untilGone(workerId: string): Promise<{ how: string; failure: WorkerFailure | null } | null> {
    let end: { how: string; failure: WorkerFailure | null } = { how: 'deleted', failure: removedByCluster };
    const why = await this.#pods.until(workerId, (pod) => {
      if (!pod) return 'gone';
      const state = podState(pod);
      if (state.kind !== 'ended') return undefined;
      end = { how: state.how, failure: state.failure };
      return 'ended';
    });
    if (why === null) return null;
    if (why === 'ended' && !this.#removing.has(workerId)) {
      await this.#delete(workerId, this.#options.bucket ? graceSecondsOf(this.#options) : 0).catch((error: unknown) =>
        log.warn({ err: error, workerId }, 'driver: cannot delete a Pod that has ended; it is collected later'),
      );
    }
    return end;
  }

  /** Settles once a worker has ended; its uploader may still run. @throws KubernetesApiError */
  async #delete(workerId: string, grace: number): Promise<void> {
    const isGone = (pod: V1Pod | undefined) => (pod && !isUploading(pod) ? undefined : true);
    const ask = async (seconds: number) => {
      const answer = await this.#options.api.deletePod(workerId, seconds);
      if (answer !== null && answer !== 'gone') this.#pods.note(answer);
      return answer;
    };
    const answer = await ask(grace);
    if (answer === null && !this.#pods.get(workerId)) return;
    if (await this.#pods.until(workerId, isGone, goneTimeoutMs)) return;
    log.warn({ workerId }, 'driver: a Pod does not end; its node does not answer');
    await ask(0);
    if (await this.#pods.until(workerId, isGone, forcedTimeoutMs)) return;
    throw new KubernetesApiError(0, 'Timeout', `The Pod ${workerId} cannot be deleted.`);
  }
}
