import type { V1Pod, V1PodList } from '@kubernetes/client-node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type KubernetesApi, KubernetesApiError, type WatchEvent } from './kubernetes-api';
import { PodWatch } from './pod-watch';

const pod = (name: string, version: number): V1Pod => ({ metadata: { name, resourceVersion: String(version) } });

/** An API server whose watches the test leads. */
class ScriptedApi implements Pick<KubernetesApi, 'listPods' | 'watchPods'> {
  items: V1Pod[] = [];
  version = 10;
  listCount = 0;
  /** The version that each watch began from. */
  readonly watched: number[] = [];
  #current: { onEvent(event: WatchEvent): void; end(error?: Error): void } | null = null;
  #onWatch: () => void = () => undefined;

  async listPods(): Promise<V1PodList> {
    this.listCount++;
    return { items: this.items, metadata: { resourceVersion: String(this.version) } };
  }

  watchPods(version: string, signal: AbortSignal, onEvent: (event: WatchEvent) => void): Promise<void> {
    this.watched.push(Number(version));
    return new Promise((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve());
      this.#current = { onEvent, end };
      signal.addEventListener('abort', () => end(new Error('aborted')));
      this.#onWatch();
    });
  }

  send(type: WatchEvent['type'], object: V1Pod): void {
    this.#current?.onEvent({ type, object });
  }

  /** Ends the watch. @returns once the next one has begun */
  end(error?: Error): Promise<void> {
    const next = new Promise<void>((resolve) => {
      this.#onWatch = resolve;
    });
    this.#current?.end(error);
    return next;
  }

  /** @returns once a watch has begun that has not by now */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#onWatch = resolve;
    });
  }
}

let api: ScriptedApi;
let pods: PodWatch;

beforeEach(async () => {
  api = new ScriptedApi();
  api.items = [pod('a', 3)];
  pods = new PodWatch(api);
  await pods.start();
});

afterEach(() => pods.close());

test('a watch that the server ends goes on from the last version, that of a bookmark included', async () => {
  api.send('ADDED', pod('b', 12));
  api.send('BOOKMARK', pod('', 40));
  await api.end();
  expect(api.watched).toEqual([10, 40]);
  expect(api.listCount).toBe(1);
  expect(pods.get('b')).toBeDefined();
});

test('so does one whose connection breaks', async () => {
  api.send('ADDED', pod('b', 12));
  await api.end(new KubernetesApiError(0, 'Unreachable', 'The connection was reset.'));
  expect(api.watched).toEqual([10, 12]);
  expect(api.listCount).toBe(1);
});

test('a version that the server has forgotten takes a new list, in which missing Pods are gone', async () => {
  const gone = pods.until('a', (known) => (known ? undefined : true));
  api.items = [pod('c', 50)];
  api.version = 60;
  await api.end(new KubernetesApiError(410, 'Expired', 'too old resource version'));
  expect(api.watched).toEqual([10, 60]);
  expect(await gone).toBe(true);
  expect(pods.get('c')).toBeDefined();
});

test('all Pods are read again from time to time', async () => {
  await pods.close();
  api.listCount = 0;
  pods = new PodWatch(api, { resyncMs: 50 });
  await pods.start();
  api.items = [];
  api.version = 70;
  await api.next();
  expect(api.listCount).toBe(2);
  expect(pods.get('a')).toBeUndefined();
});

test('an answer that is older than what the watch has told brings no Pod back', () => {
  api.send('DELETED', pod('a', 20));
  pods.note(pod('a', 19));
  expect(pods.get('a')).toBeUndefined();
  pods.note(pod('a', 21));
  expect(pods.get('a')).toBeDefined();
});

test('a Pod made while a list was on its way stays known', async () => {
  pods.note(pod('b', 61));
  api.version = 60;
  await api.end(new KubernetesApiError(410, 'Expired', 'too old resource version'));
  expect(pods.get('b')).toBeDefined();
});

test('who waits is told in time, at the end of the time, and when the watch is closed', async () => {
  const seen = pods.until('b', (known) => known?.metadata?.resourceVersion);
  api.send('ADDED', pod('b', 12));
  expect(await seen).toBe('12');
  expect(await pods.until('c', (known) => known, 20)).toBeNull();
  const forever = pods.until('c', (known) => known);
  await pods.close();
  expect(await forever).toBeNull();
});
