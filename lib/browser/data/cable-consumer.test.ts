import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CableConsumer } from './cable-consumer';

/** The browser's WebSocket as far as the consumer uses it; the test plays the server. */
class FakeSocket {
  static all: FakeSocket[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: { command: string; identifier: string }[] = [];
  isClosed = false;

  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
  }

  receive(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  /** The connection breaks. */
  break(): void {
    this.onclose?.();
  }
}

const streams = { channel: 'StreamsChannel' };
const identifier = JSON.stringify(streams);

let stop: () => void = () => undefined;

function startConsumer() {
  const onUnauthorized = vi.fn();
  const onRoleChanged = vi.fn();
  const consumer = new CableConsumer({ url: 'ws://127.0.0.1/cable', token: 'a?b>c', onUnauthorized, onRoleChanged });
  stop = consumer.start();
  return { consumer, onUnauthorized, onRoleChanged };
}

const socket = (): FakeSocket => {
  const latest = FakeSocket.all.at(-1);
  if (!latest) throw new Error('no socket was opened');
  return latest;
};

beforeEach(() => {
  vi.useFakeTimers();
  // Without jitter, so that every delay is its whole step.
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('window', new EventTarget());
  FakeSocket.all = [];
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('connection', () => {
  test('offers the protocols and the token in base64url, and keeps the token out of the URL', () => {
    startConsumer();
    expect(socket().url).toBe('ws://127.0.0.1/cable');
    expect(socket().protocols).toEqual(['actioncable-v1-json', 'actioncable-unsupported', 'sightline-token.YT9iPmM']);
  });

  test('reconnects after 1 s, doubling up to 5 s, and starts over after a welcome', () => {
    startConsumer();
    for (const delayMs of [1_000, 2_000, 4_000, 5_000, 5_000]) {
      const opened = FakeSocket.all.length;
      socket().break();
      vi.advanceTimersByTime(delayMs - 1);
      expect(FakeSocket.all).toHaveLength(opened);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.all).toHaveLength(opened + 1);
    }
    socket().receive({ type: 'welcome' });
    const opened = FakeSocket.all.length;
    socket().break();
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(opened + 1);
  });

  test('is connected from the welcome until it breaks, and notifies listeners', () => {
    const { consumer } = startConsumer();
    const states: boolean[] = [];
    consumer.connection.subscribe(() => states.push(consumer.isConnected));
    expect(consumer.isConnected).toBe(false);
    socket().receive({ type: 'welcome' });
    socket().break();
    expect(states).toEqual([true, false]);
  });

  test('gives up an unanswered handshake and a silent connection after 7 s', () => {
    startConsumer();
    const first = socket();
    vi.advanceTimersByTime(7_000);
    expect(first.isClosed).toBe(true);
    vi.advanceTimersByTime(1_000);
    const second = socket();
    expect(second).not.toBe(first);
    second.receive({ type: 'welcome' });
    for (let ping = 0; ping < 5; ping++) {
      vi.advanceTimersByTime(3_000);
      second.receive({ type: 'ping', message: 1 });
    }
    expect(second.isClosed).toBe(false);
    vi.advanceTimersByTime(7_000);
    expect(second.isClosed).toBe(true);
  });

  test('reconnects at once when the network is back', () => {
    startConsumer();
    socket().break();
    window.dispatchEvent(new Event('online'));
    expect(FakeSocket.all).toHaveLength(2);
    window.dispatchEvent(new Event('online'));
    expect(FakeSocket.all).toHaveLength(2);
  });

  test('server_restart: reconnects', () => {
    const { onUnauthorized } = startConsumer();
    socket().receive({ type: 'welcome' });
    socket().receive({ type: 'disconnect', reason: 'server_restart', reconnect: true });
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(onUnauthorized).not.toHaveBeenCalled();
  });

  test('role_changed: reports it, and subscribes anew', () => {
    const { onUnauthorized, onRoleChanged } = startConsumer();
    socket().receive({ type: 'welcome' });
    socket().receive({ type: 'disconnect', reason: 'role_changed', reconnect: true });
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(onRoleChanged).toHaveBeenCalledOnce();
    expect(onUnauthorized).not.toHaveBeenCalled();
  });

  test.each(['unauthorized', 'token_expired', 'remote'])('%s: stops for good and reports it', (reason) => {
    const { onUnauthorized } = startConsumer();
    socket().receive({ type: 'disconnect', reason, reconnect: false });
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });

  test('told not to reconnect for another reason: stops, and the auth session continues', () => {
    const { onUnauthorized } = startConsumer();
    socket().receive({ type: 'disconnect', reason: 'idle_timeout', reconnect: false });
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(onUnauthorized).not.toHaveBeenCalled();
  });

  test('does not reconnect once it is stopped', () => {
    startConsumer();
    socket().break();
    stop();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe('subscriptions', () => {
  const subscriber = () => ({ onMessage: vi.fn(), onConfirm: vi.fn() });

  test('wait for the welcome and receive their messages in order', () => {
    const { consumer } = startConsumer();
    const received = subscriber();
    consumer.subscribe(streams, received);
    expect(socket().sent).toEqual([]);
    socket().receive({ type: 'welcome' });
    expect(socket().sent).toEqual([{ command: 'subscribe', identifier }]);
    socket().receive({ type: 'confirm_subscription', identifier });
    expect(received.onConfirm).toHaveBeenCalledOnce();
    socket().receive({ identifier, message: 1 });
    socket().receive({ identifier, message: 2 });
    socket().receive({ identifier: '{"channel":"Other"}', message: 3 });
    expect(received.onMessage.mock.calls).toEqual([[1], [2]]);
  });

  test('are shared: one subscribe for two, one unsubscribe after the last', () => {
    const { consumer } = startConsumer();
    socket().receive({ type: 'welcome' });
    const [one, two] = [subscriber(), subscriber()];
    const stopOne = consumer.subscribe(streams, one);
    socket().receive({ type: 'confirm_subscription', identifier });
    const stopTwo = consumer.subscribe(streams, two);
    expect(two.onConfirm).toHaveBeenCalledOnce();
    socket().receive({ identifier, message: 'news' });
    expect(one.onMessage).toHaveBeenCalledWith('news');
    expect(two.onMessage).toHaveBeenCalledWith('news');
    stopOne();
    stopOne();
    expect(socket().sent).toHaveLength(1);
    stopTwo();
    expect(socket().sent.at(-1)).toEqual({ command: 'unsubscribe', identifier });
  });

  test('survive a reconnect, and are confirmed again', () => {
    const { consumer } = startConsumer();
    const received = subscriber();
    consumer.subscribe(streams, received);
    socket().receive({ type: 'welcome' });
    socket().receive({ type: 'confirm_subscription', identifier });
    socket().break();
    vi.advanceTimersByTime(1_000);
    socket().receive({ type: 'welcome' });
    expect(socket().sent).toEqual([{ command: 'subscribe', identifier }]);
    socket().receive({ type: 'confirm_subscription', identifier });
    expect(received.onConfirm).toHaveBeenCalledTimes(2);
  });

  test('a rejected one receives nothing and does not affect the others', () => {
    const { consumer } = startConsumer();
    const received = subscriber();
    consumer.subscribe(streams, received);
    socket().receive({ type: 'welcome' });
    socket().receive({ type: 'reject_subscription', identifier });
    expect(received.onConfirm).not.toHaveBeenCalled();
    expect(received.onMessage).not.toHaveBeenCalled();
    expect(socket().isClosed).toBe(false);
  });
});
