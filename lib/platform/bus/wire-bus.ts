import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { z } from 'zod';
import { backoffMs, retry } from '@/lib/core/backoff';
import { parseJson } from '@/lib/core/parse-json';
import { pause } from '@/lib/core/pause';
import { log } from '../log';
import { type Bus, type BusMessage, busMessageSchema } from './bus';
import { BusProbe } from './bus-probe';
import type { Wire } from './wire';

const backoff = { firstMs: 100, capMs: 5_000 };

const resync = { type: 'resync' } as const;
const probeSchema = z.object({ type: z.literal('probe'), sender: z.string(), number: z.number() });
const textSchema = z.union([z.object({ type: z.literal(resync.type) }), probeSchema, busMessageSchema]);

/** Makes a bus from a wire that may break: it reconnects, and nobody misses a message unknowingly. */
export function wireBus(wire: Wire): Bus {
  const closing = new AbortController();
  let isLossy = false;
  let announcing: Promise<void> | null = null;
  /** The next batch, sent all at once. */
  let waiting: { messages: BusMessage[]; sent: Promise<void> } | null = null;
  let lastSent = Promise.resolve();
  const probe = new BusProbe((sent) => wire.send([JSON.stringify(Object.assign({ type: 'probe' }, sent))]));

  async function announceLoss(): Promise<void> {
    for (let attempt = 0; isLossy; attempt++) {
      await pause(backoffMs(attempt, backoff), closing.signal);
      if (closing.signal.aborted) return;
      isLossy = false;
      await wire.send([JSON.stringify(resync)]).catch((error: unknown) => {
        isLossy = true;
        log.warn({ err: error, attempt }, 'bus: still nothing can be published');
      });
    }
  }

  async function send(messages: BusMessage[]): Promise<void> {
    try {
      await wire.send(messages.map((message) => JSON.stringify(message)));
    } catch (error) {
      const types = [...new Set(messages.map(({ type }) => type))];
      log.error({ err: error, types, count: messages.length }, 'bus: messages could not be published');
      isLossy = true;
      announcing ??= announceLoss().finally(() => {
        announcing = null;
      });
    }
  }

  /** Messages published during a send go together after it: a thousand changes take few queries. */
  function makeBatch(): { messages: BusMessage[]; sent: Promise<void> } {
    const messages: BusMessage[] = [];
    lastSent = lastSent.then(() => {
      waiting = null;
      return send(messages);
    });
    return { messages, sent: lastSent };
  }

  return {
    publish(message) {
      waiting ??= makeBatch();
      waiting.messages.push(message);
      return waiting.sent;
    },

    async subscribe(listener) {
      const stop = new AbortController();
      const onText = (text: string) => {
        const message = textSchema.safeParse(parseJson(text));
        if (!message.success) log.warn({ issues: message.error.issues }, 'bus: unknown message');
        else if (message.data.type === 'resync') listener.onResync();
        else if (message.data.type === 'probe') probe.receive(stop, message.data);
        else listener.onMessage(message.data);
      };
      let line = await wire.listen(onText);
      probe.note(stop, true);
      const running = (async () => {
        const { signal } = stop;
        for (;;) {
          await line.ended;
          if (signal.aborted) return;
          probe.note(stop, false);
          await pause(backoffMs(0, backoff), signal);
          const onFailure = (error: unknown, failures: number) =>
            log.warn({ err: error, failures }, 'bus: no connection yet');
          const next = await retry(() => wire.listen(onText), { ...backoff, signal, onFailure });
          if (!next) return;
          line = next;
          if (signal.aborted) return line.close();
          probe.note(stop, true);
          listener.onResync();
        }
      })();
      return async () => {
        stop.abort();
        await line.close();
        await running;
        probe.forget(stop);
      };
    },

    async measureRoundTrip(timeoutMs) {
      const sender = randomUUID();
      const heard = new EventEmitter();
      const line = await wire.listen((text) => {
        if (probeSchema.safeParse(parseJson(text)).data?.sender === sender) heard.emit('probe');
      });
      try {
        const sentAtMs = performance.now();
        const back = once(heard, 'probe', { signal: AbortSignal.timeout(timeoutMs) });
        await Promise.all([back, wire.send([JSON.stringify({ type: 'probe', sender, number: 0 })])]);
        return performance.now() - sentAtMs;
      } catch (error) {
        if (!(error instanceof Error && error.name === 'AbortError')) throw error;
        throw new Error(`nothing came back within ${timeoutMs / 1_000} s`);
      } finally {
        await line.close();
      }
    },

    get health() {
      return probe.health;
    },

    async close() {
      probe.stop();
      closing.abort();
      await announcing;
      await wire.close();
    },
  };
}
