import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventRoom } from './event-room';

/** LiveKit's client as far as an EventRoom uses it; the test plays the server. */
const livekit = vi.hoisted(() => {
  class FakeRoom {
    static all: FakeRoom[] = [];
    static refuses = (_token: string): boolean => false;
    readonly remoteParticipants = new Map();
    readonly #listeners = new Map<string, ((...values: unknown[]) => void)[]>();
    token = '';

    constructor(readonly options: object) {
      FakeRoom.all.push(this);
    }
    on(event: string, listener: (...values: unknown[]) => void) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }
    once(event: string, listener: () => void) {
      return this.on(event, listener);
    }
    removeAllListeners() {
      this.#listeners.clear();
    }
    emit(event: string, ...values: unknown[]) {
      for (const listener of this.#listeners.get(event) ?? []) listener(...values);
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
    VideoPresets: { h1080: { resolution: { width: 1920, height: 1080 } } },
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
  if (!room) throw new Error('no Room was created');
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

test('adaptive stream and dynacast are on, and the default capture is 1920x1080', async () => {
  await startRoom();
  await vi.waitFor(() => latest());
  expect(latest().options).toMatchObject({
    adaptiveStream: true,
    dynacast: true,
    videoCaptureDefaults: { resolution: { width: 1920, height: 1080 } },
  });
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

test('a connection that LiveKit gives up is replaced, with delays that grow to 5 s', async () => {
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

test('reconnects at once when the network is back', async () => {
  const room = await startRoom();
  latest().emit('disconnected');
  await vi.advanceTimersByTimeAsync(0);
  expect(room.connection).toBe('disconnected');
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(room.connection).toBe('connected');
});

test('after a sleep it reconnects with a new token at once, though LiveKit has not noticed anything', async () => {
  const room = await startRoom();
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(room.connection).toBe('connected');
  expect(latest().token).toBe('token 2');
  expect(livekit.Room.all).toHaveLength(2);
});

test('an event without a room is fetched again after a minute', async () => {
  fetchCredentials.mockResolvedValueOnce(null);
  const room = await startRoom();
  expect(room.unavailable).toBe(true);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(fetchCredentials).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(room.unavailable).toBe(false);
  expect(room.connection).toBe('connected');
});

test('only needed tracks are subscribed, and only the low layer where it is limited to it', async () => {
  const publication = (kind: string, source: string) => ({
    kind,
    source,
    isDesired: false,
    videoQuality: 2,
    setSubscribed(subscribed: boolean) {
      this.isDesired = subscribed;
    },
    setVideoQuality(quality: number) {
      this.videoQuality = quality;
    },
  });
  const [video, audio] = [publication('video', 'camera'), publication('audio', 'microphone')];
  const room = await startRoom();
  latest().remoteParticipants.set('organ', {
    identity: 'organ',
    trackPublications: new Map([
      ['v', video],
      ['a', audio],
    ]),
  });

  const releaseVideo = [room.subscribeVideo('organ', () => 300), room.subscribeVideo('organ', () => 300)];
  expect([video.isDesired, audio.isDesired]).toEqual([true, false]);
  expect(video.videoQuality, 'LiveKit begins with the low layer').toBe(2);
  const endLimit = room.limitToLowLayer('organ');
  expect(video.videoQuality).toBe(0);
  endLimit();
  expect(video.videoQuality).toBe(1);
  releaseVideo[0]?.();
  expect(video.isDesired, 'another tile still needs it').toBe(true);
  releaseVideo[1]?.();
  const releaseAudio = room.subscribeAudio('organ');
  expect([video.isDesired, audio.isDesired]).toEqual([false, true]);
  releaseAudio();
  expect(audio.isDesired).toBe(false);
  video.videoQuality = 2;
  room.subscribeVideo('organ', () => 480);
  expect([video.isDesired, video.videoQuality], 'a large tile says so at once').toEqual([true, 1]);
});

test('LiveKit hears the size of a video before its tile shows it', async () => {
  const room = await startRoom();
  let heightPx = 540;
  room.subscribeVideo('organ', () => heightPx);
  heightPx = 180;
  const track = { kind: 'video', stopMonitor: () => undefined, emit: vi.fn() };
  latest().emit('trackSubscribed', track, {}, { identity: 'organ' });
  expect(track.emit.mock.calls).toEqual([['videoDimensionsChanged', { width: 320, height: 180 }, track]]);
});

test('stop disconnects for good', async () => {
  await startRoom();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(livekit.Room.all).toHaveLength(1);
  expect(fetchCredentials).toHaveBeenCalledTimes(1);
});

test('how far it comes is known, and that it comes no further', async () => {
  livekit.Room.refuses = () => true;
  const room = await startRoom();
  expect(room.reach).toBe('nothing');
  const connect = vi.spyOn(livekit.Room.prototype, 'connect').mockImplementation(async function (this: {
    emit(event: string): void;
  }) {
    this.emit('signalConnected');
    throw new Error('no media');
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([room.reach, room.connection]).toEqual(['signalling', 'disconnected']);
  connect.mockRestore();
  livekit.Room.refuses = () => false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect([room.reach, room.connection]).toEqual(['media', 'connected']);
});
