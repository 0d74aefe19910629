import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventRoom } from './event-room';

/** LiveKit's client as far as an EventRoom uses it, with the server's side in the test's hands. */
const livekit = vi.hoisted(() => {
  class FakeRoom {
    static all: FakeRoom[] = [];
    static refuses = (_token: string): boolean => false;
    readonly remoteParticipants = new Map();
    readonly #listeners = new Map<string, ((value?: unknown) => void)[]>();
    token = '';

    constructor() {
      FakeRoom.all.push(this);
    }
    on(event: string, listener: (value?: unknown) => void) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }
    once(event: string, listener: () => void) {
      return this.on(event, listener);
    }
    removeAllListeners() {
      this.#listeners.clear();
    }
    emit(event: string, value?: unknown) {
      for (const listener of this.#listeners.get(event) ?? []) listener(value);
    }
    async connect(_url: string, token: string) {
      this.token = token;
      if (FakeRoom.refuses(token)) throw new Error('401');
      this.emit('connectionStateChanged', 'connected');
    }
    async disconnect() {
      this.emit('disconnected');
    }
  }
  return {
    Room: FakeRoom,
    setLogLevel: () => undefined,
    VideoPresets: { h1080: { resolution: {} } },
    RoomEvent: {
      Disconnected: 'disconnected',
      ConnectionStateChanged: 'connectionStateChanged',
      SignalConnected: 'signalConnected',
      TrackPublished: 'trackPublished',
      TrackUnpublished: 'trackUnpublished',
      Reconnected: 'reconnected',
      TrackUnsubscribed: 'trackUnsubscribed',
      TrackSubscribed: 'trackSubscribed',
    },
  };
});
vi.mock('livekit-client', () => livekit);

const browser = new EventTarget();
const fetchCredentials = vi.fn();
let stop: () => void = () => undefined;

const startRoom = async (): Promise<EventRoom> => {
  const room = new EventRoom(fetchCredentials);
  stop = room.start();
  await vi.advanceTimersByTimeAsync(0);
  return room;
};
const latest = () => {
  const room = livekit.Room.all.at(-1);
  if (!room) throw new Error('no Room was made');
  return room;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', browser);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  livekit.Room.all = [];
  livekit.Room.refuses = () => false;
  let count = 0;
  fetchCredentials.mockReset().mockImplementation(async () => ({ url: 'ws://127.0.0.1', token: `token ${++count}` }));
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a refused token is followed by a new one', async () => {
  livekit.Room.refuses = (token) => token === 'token 1';
  const room = await startRoom();
  expect(room.connection).toBe('disconnected');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(room.connection).toBe('connected');
  expect(fetchCredentials.mock.calls).toEqual([['first'], ['again']]);
  expect(latest().token).toBe('token 2');
});

test('a connection that LiveKit gives up is built anew, with waits that grow to 5 s', async () => {
  const room = await startRoom();
  livekit.Room.refuses = () => true;
  latest().emit('disconnected');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(livekit.Room.all.length).toBeGreaterThan(60 / 5);
  expect(livekit.Room.all.length).toBeLessThan(60 / 2.5 + 5);
  livekit.Room.refuses = () => false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(room.connection).toBe('connected');
});

test('back on the network it does not wait', async () => {
  const room = await startRoom();
  latest().emit('disconnected');
  await vi.advanceTimersByTimeAsync(0);
  expect(room.connection).toBe('disconnected');
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(room.connection).toBe('connected');
});

test('after a sleep it takes a new token at once, though LiveKit has not noticed anything', async () => {
  const room = await startRoom();
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(room.connection).toBe('connected');
  expect(latest().token).toBe('token 2');
  expect(livekit.Room.all).toHaveLength(2);
});

test('an event without a room is asked again after a minute', async () => {
  fetchCredentials.mockResolvedValueOnce(null);
  const room = await startRoom();
  expect(room.unavailable).toBe(true);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(fetchCredentials).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(room.unavailable).toBe(false);
  expect(room.connection).toBe('connected');
});

test('only what somebody watches or hears is subscribed, and only the small layer where it must be', async () => {
  const publication = (kind: string, source: string) => ({
    kind,
    source,
    isDesired: false,
    videoQuality: 2,
    setSubscribed(wanted: boolean) {
      this.isDesired = wanted;
    },
    setVideoQuality(quality: number) {
      this.videoQuality = quality;
    },
  });
  const [video, sound] = [publication('video', 'camera'), publication('audio', 'microphone')];
  const room = await startRoom();
  latest().remoteParticipants.set('organ', {
    identity: 'organ',
    trackPublications: new Map([
      ['v', video],
      ['a', sound],
    ]),
  });

  const watching = [room.watch('organ'), room.watch('organ')];
  expect([video.isDesired, sound.isDesired]).toEqual([true, false]);
  const endSmall = room.keepSmall('organ');
  expect(video.videoQuality).toBe(0);
  endSmall();
  expect(video.videoQuality).toBe(1);
  watching[0]?.();
  expect(video.isDesired, 'the other one still watches').toBe(true);
  watching[1]?.();
  const endHearing = room.hear('organ');
  expect([video.isDesired, sound.isDesired]).toEqual([false, true]);
  endHearing();
  expect(sound.isDesired).toBe(false);
});

test('stopped, it disconnects and stays so', async () => {
  await startRoom();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(livekit.Room.all).toHaveLength(1);
  expect(fetchCredentials).toHaveBeenCalledTimes(1);
});
