import type { V1Pod } from '@kubernetes/client-node';
import { Loop } from '@/lib/platform/process/loop';
import { type KubernetesApi, KubernetesApiError, type WatchEvent } from './kubernetes-api';

/** Interval between full lists of all Pods, in case the watch has missed something. */
const resyncMs = 300_000;
const retry = { firstMs: 200, capMs: 5_000 };

export const nameOf = (pod: V1Pod): string => pod.metadata?.name ?? '';

/** Versions of one kind of object grow: https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions */
const versionOf = (pod: V1Pod): bigint => BigInt(pod.metadata?.resourceVersion ?? 0);

/**
 * Follows this installation's Pods: a list, then a watch that resumes from the last version, bookmarks included, when a
 * connection breaks. Lists again when that version is too old, and every five minutes.
 */
export class PodWatch {
  readonly #api: Pick<KubernetesApi, 'listPods' | 'watchPods'>;
  readonly #resyncMs: number;
  readonly #pods = new Map<string, V1Pod>();
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #closing = new AbortController();
  readonly #loop = new Loop({ name: 'watch of Pods', work: () => this.#watch(), intervalMs: 0, retry });
  /** Everything up to it is known; null where a list is needed. */
  #version: bigint | null = null;
  #syncedAtMs = 0;

  constructor(api: Pick<KubernetesApi, 'listPods' | 'watchPods'>, options: { resyncMs?: number } = {}) {
    this.#api = api;
    this.#resyncMs = options.resyncMs ?? resyncMs;
  }

  /** @throws KubernetesApiError where the first list fails */
  async start(): Promise<void> {
    await this.#sync();
    this.#loop.start();
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  get(name: string): V1Pod | undefined {
    return this.#pods.get(name);
  }

  /** Learns of a Pod by the answer to a request, which the watch may be late to tell of. */
  note(pod: V1Pod): void {
    if (this.#version === null || versionOf(pod) > this.#version) this.#put(pod);
  }

  /**
   * Waits until a Pod's state means something to the caller.
   * @param read the meaning; undefined: not yet. Its argument is undefined while there is no such Pod.
   * @returns null where that does not happen in time, or before {@link PodWatch.close}
   */
  async until<Meaning>(
    name: string,
    read: (pod: V1Pod | undefined) => Meaning | undefined,
    timeoutMs?: number,
  ): Promise<Meaning | null> {
    const { signal } = this.#closing;
    const endsAtMs = timeoutMs === undefined ? null : performance.now() + timeoutMs;
    for (;;) {
      const meaning = read(this.#pods.get(name));
      if (meaning !== undefined) return meaning;
      const leftMs = endsAtMs === null ? null : endsAtMs - performance.now();
      if (signal.aborted || (leftMs !== null && leftMs <= 0)) return null;
      await this.#change(name, leftMs);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const name of this.#waiting.keys()) this.#notify(name);
    await this.#loop.stop();
  }

  #change(name: string, timeoutMs: number | null): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(name) ?? new Set();
      this.#waiting.set(name, waiting);
      const timer = timeoutMs === null ? undefined : setTimeout(() => end(), timeoutMs);
      const end = () => {
        clearTimeout(timer);
        waiting.delete(end);
        if (waiting.size === 0) this.#waiting.delete(name);
        resolve();
      };
      waiting.add(end);
    });
  }

  /** Lists if that is needed, and follows until the connection breaks. */
  async #watch(): Promise<void> {
    try {
      if (this.#version === null) await this.#sync();
      await this.#follow();
    } catch (error) {
      if (!(error instanceof KubernetesApiError && error.status === 410)) throw error;
      this.#version = null;
    }
  }

  async #sync(): Promise<void> {
    const { items, metadata } = await this.#api.listPods();
    const version = BigInt(metadata?.resourceVersion ?? 0);
    const names = new Set(items.map(nameOf));
    for (const pod of items) this.#put(pod);
    for (const [name, pod] of this.#pods) {
      // One that is newer than the list was created after it.
      if (!names.has(name) && versionOf(pod) <= version) this.#drop(name);
    }
    this.#version = version;
    this.#syncedAtMs = performance.now();
  }

  async #follow(): Promise<void> {
    const resync = AbortSignal.timeout(Math.max(1, Math.ceil(this.#syncedAtMs + this.#resyncMs - performance.now())));
    const signal = AbortSignal.any([this.#closing.signal, resync]);
    await this.#api
      .watchPods(String(this.#version), signal, (event) => this.#receive(event))
      .catch((error: unknown) => {
        if (!resync.aborted) throw error;
        this.#version = null;
      });
  }

  #receive({ type, object }: WatchEvent): void {
    if (type === 'ERROR') {
      const { code = 0, reason = '', message = '' } = object as { code?: number; reason?: string; message?: string };
      throw new KubernetesApiError(code, reason, message);
    }
    const version = versionOf(object);
    if (this.#version === null || version > this.#version) this.#version = version;
    if (type === 'DELETED') this.#drop(nameOf(object));
    else if (type !== 'BOOKMARK') this.#put(object);
  }

  #put(pod: V1Pod): void {
    const name = nameOf(pod);
    const known = this.#pods.get(name);
    if (known && versionOf(known) >= versionOf(pod)) return;
    this.#pods.set(name, pod);
    this.#notify(name);
  }

  #drop(name: string): void {
    if (this.#pods.delete(name)) this.#notify(name);
  }

  #notify(name: string): void {
    for (const end of [...(this.#waiting.get(name) ?? [])]) end();
  }
}
