import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Bus, BusMessage } from '@/lib/platform/bus/bus';
import type { Wire } from '@/lib/platform/bus/wire';
import { wireBus } from '@/lib/platform/bus/wire-bus';
import { log } from '@/lib/platform/log';
import type { PostgresProxy } from '../../support/bus/postgres-proxy';
import { until } from '../../support/until';

/** A real server that carries the bus, as a test sees it from behind. */
export interface Carrier {
  /** A wire whose connections go through `proxy`. */
  makeWire(): Wire;
  proxy: PostgresProxy;
  /** Sends a text past the bus, from a connection of its own. */
  sendRaw(text: string): Promise<void>;
  countListeners(): Promise<number>;
  /** Ends the listening connections from the server's side. */
  killListeners(): Promise<void>;
  /** Lets the next connection in, and refuses it what it wants to hear. */
  refuseListening(): Promise<void>;
  countConnections(): Promise<number>;
  close(): Promise<void>;
}

interface Recorded {
  messages: BusMessage[];
  resyncs(): number;
  stop(): Promise<void>;
}

const upsert = (streamId: string): BusMessage => ({ type: 'stream_upsert', organizationId: 'north', streamId });
const ids = ({ messages }: Recorded): unknown[] =>
  messages.map((message) => ('streamId' in message ? message.streamId : message));

/** The contract of every bus, whatever carries it. */
export function testBus(openCarrier: () => Promise<Carrier>): void {
  let carrier: Carrier;
  let bus: Bus;
  beforeAll(async () => {
    carrier = await openCarrier();
  });
  beforeEach(() => {
    bus = makeBus();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    carrier.proxy.restore();
  });
  afterAll(() => carrier.close());

  function makeBus(): Bus {
    const made = wireBus(carrier.makeWire());
    onTestFinished(() => made.close());
    return made;
  }

  async function record(from = bus): Promise<Recorded> {
    const messages: BusMessage[] = [];
    let resyncs = 0;
    const stop = await from.subscribe({
      onMessage: (message) => messages.push(message),
      onResync: () => {
        resyncs += 1;
      },
    });
    onTestFinished(stop);
    return { messages, resyncs: () => resyncs, stop };
  }

  /** Publishes until a message comes through, for the time in which a connection is being made again. */
  const untilFlows = (recorded: Recorded, streamId: string) =>
    until('messages flow again', async () => {
      await bus.publish(upsert(streamId));
      return ids(recorded).includes(streamId);
    });

  test('a connection that may not listen is closed', async () => {
    const before = await carrier.countConnections();
    await carrier.refuseListening();
    await expect(carrier.makeWire().listen(() => undefined)).rejects.toThrow();
    await until('the bus has closed its connection', async () => (await carrier.countConnections()) === before);
  });

  test('brings every message to every subscriber, in the order of publication', async () => {
    const subscribers = [await record(), await record(), await record(makeBus())];
    const sent = Array.from({ length: 50 }, (_, index) => `stream-${index}`);
    for (const streamId of sent) await bus.publish(upsert(streamId));
    for (const subscriber of subscribers) {
      await until('all messages have arrived', () => subscriber.messages.length >= sent.length);
      expect(ids(subscriber)).toEqual(sent);
      expect(subscriber.resyncs()).toBe(0);
    }
  });

  test('brings what is published at once in the order of publication, too', async () => {
    const subscriber = await record();
    const sent = Array.from({ length: 500 }, (_, index) => `stream-${index}`);
    await Promise.all(sent.map((streamId) => bus.publish(upsert(streamId))));
    await until('all messages have arrived', () => subscriber.messages.length >= sent.length);
    expect(ids(subscriber)).toEqual(sent);
  });

  test('brings what another connection sends, and all fields of it', async () => {
    const subscriber = await record();
    const removal: BusMessage = { type: 'stream_remove', organizationId: 'Nörd', streamId: 'it\'s \\ "quoted" 🎥' };
    await carrier.sendRaw(JSON.stringify(upsert('from outside')));
    await makeBus().publish(removal);
    await until('both messages have arrived', () => subscriber.messages.length === 2);
    expect(subscriber.messages).toEqual([upsert('from outside'), removal]);
  });

  test('ignores what it does not know, and says so in the log', async () => {
    const warn = vi.spyOn(log, 'warn');
    const subscriber = await record();
    const garbage = ['{', '', 'null', '{"type":"unheard_of"}', '{"type":"stream_upsert","streamId":7}'];
    for (const text of garbage) await carrier.sendRaw(text);
    await bus.publish(upsert('known'));
    await until('a message has arrived', () => subscriber.messages.length > 0);
    expect(ids(subscriber)).toEqual(['known']);
    expect(warn.mock.calls.filter(([, text]) => text === 'bus: unknown message')).toHaveLength(garbage.length);
  });

  test('makes a killed connection again, asks for a new reading once, and goes on', async () => {
    const subscriber = await record();
    await carrier.killListeners();
    await until('the subscriber is told to read anew', () => subscriber.resyncs() > 0);
    await untilFlows(subscriber, 'after the kill');
    expect(subscriber.resyncs()).toBe(1);
    expect(await carrier.countListeners()).toBe(1);
  });

  test('waits out an outage, then asks for a new reading', async () => {
    const subscriber = await record();
    carrier.proxy.cut();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(subscriber.resyncs()).toBe(0);
    carrier.proxy.restore();
    await until('the subscriber is told to read anew', () => subscriber.resyncs() > 0);
    await untilFlows(subscriber, 'after the outage');
  });

  test('knows whether it listens, and how long a message takes to come back', async () => {
    expect(bus.health).toEqual({ isListening: false, isHearing: false, lagMs: null });
    const { stop } = await record();
    await until('the first probe is heard', () => bus.health.isHearing);
    expect(bus.health).toMatchObject({ isListening: true, isHearing: true });
    expect(await bus.measureRoundTrip(5_000)).toBeGreaterThan(0);
    carrier.proxy.cut();
    await until('the bus has noticed the outage', () => !bus.health.isListening);
    carrier.proxy.restore();
    await until('the bus listens again', () => bus.health.isListening, { timeoutMs: 20_000 });
    await stop();
    expect(bus.health.isListening).toBe(false);
  });

  test('a publication that fails is logged, never thrown, and everybody reads anew once something can be sent', async () => {
    const error = vi.spyOn(log, 'error');
    carrier.proxy.cut();
    await bus.publish(upsert('lost'));
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ types: ['stream_upsert'], count: 1 }),
      'bus: messages could not be published',
    );
    carrier.proxy.restore();
    // Knows of the loss by the publisher alone: its own connection has never been cut.
    const subscriber = await record(makeBus());
    await until('the subscriber is told to read anew', () => subscriber.resyncs() > 0);
    expect(ids(subscriber)).toEqual([]);
  });

  test('subscribing without a connection fails at once', async () => {
    carrier.proxy.cut();
    await expect(record()).rejects.toThrow();
  });

  test('a subscriber that has stopped hears nothing, holds no connection and does not come back', async () => {
    const [stopped, other] = [await record(), await record()];
    expect(await carrier.countListeners()).toBe(2);
    await stopped.stop();
    await until('one listener is connected', async () => (await carrier.countListeners()) === 1);
    await bus.publish(upsert('late'));
    await until('the other subscriber has its message', () => other.messages.length > 0);
    expect(stopped.messages).toEqual([]);
    expect(stopped.resyncs()).toBe(0);
  });

  test('can be stopped in the middle of an outage', async () => {
    const subscriber = await record();
    carrier.proxy.cut();
    await bus.publish(upsert('lost'));
    await subscriber.stop();
    await bus.close();
    carrier.proxy.restore();
    await until('no listener is connected', async () => (await carrier.countListeners()) === 0);
    expect(subscriber.resyncs()).toBe(0);
  });
}
