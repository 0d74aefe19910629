import { hashStreamKey } from '@/lib/core/hash-stream-key';
import type { SrtAdmission, SrtRefusalNotice } from '@/server/gateway/refusals/srt-refusal';
import type { OpenSrtConnection, SrtDirection } from '@/server/gateway/srt/srt-route';
import { SrtRouter } from '@/server/gateway/srt-router/thread/srt-router';
import { camera, type Ffmpeg, ffmpeg, rawReceiver } from '../camera/ffmpeg';
import { freeUdpPort } from '../network/free-port';
import { until } from '../until';
import { type RawPeer, rawListener, rawPeer } from './srt-peers';

export interface TestRouter {
  router: SrtRouter;
  /** The refusals so far. */
  notices: SrtRefusalNotice[];
  /** The open connections that the router reports. */
  open: OpenSrtConnection[];
  /** The URL for libsrt. */
  address(streamId?: string): string;
}

/** That of CAMERA_MAX_BITRATE_KBPS. */
const defaultMaxBitrateKbps = 60_000;

/** Admits to a worker on this machine. */
export const forwardTo = (port: number, streamId = 'stream', host = '127.0.0.1'): SrtAdmission => ({
  kind: 'forward',
  streamId,
  workerId: `worker of ${streamId}`,
  host,
  port,
  keyHash: hashStreamKey('key'),
  latency: { defaultMs: 120, minMs: 20 },
});

/**
 * One public port in this process.
 * @param admit decides the admission of a key
 * @param notices receives the refusals
 */
export async function openRouter(
  direction: SrtDirection,
  admit: (key: string, onWaiting: (streamId: string) => void) => SrtAdmission | Promise<SrtAdmission>,
  notices: SrtRefusalNotice[] = [],
  maxBitrateKbps = defaultMaxBitrateKbps,
): Promise<TestRouter> {
  const open: OpenSrtConnection[] = [];
  const router = new SrtRouter({
    direction,
    host: '127.0.0.1',
    port: 0,
    maxBitrateKbps,
    admit: async ({ keys: [key] }, _direction, onWaiting) => admit(key, onWaiting),
    onRefusal: (notice) => notices.push(notice),
    onConnected: (connection) => open.push(connection),
    onLinksChanged: (connection) => {
      open[open.findIndex(({ caller }) => caller === connection.caller)] = connection;
    },
    onDisconnected: ({ caller }) => {
      open.splice(
        open.findIndex((known) => known.caller === caller),
        1,
      );
    },
  });
  await router.listen();
  const address = (streamId = 'key') => `srt://127.0.0.1:${router.port}?mode=caller&streamid=${streamId}`;
  return { router, notices, open, address };
}

/** The port for cameras, and its callers: real encoders, or peers that send a test's bytes. */
export interface RouterScene {
  router: SrtRouter;
  /** The refusals so far, at any port of the scene. */
  notices: SrtRefusalNotice[];
  /** The admission of each key. */
  admissions: Record<string, (onWaiting: (streamId: string) => void) => SrtAdmission | Promise<SrtAdmission>>;
  /** The number of requested admissions. */
  admitted(): number;
  workerPort(): number;
  ingestUrl(streamId?: string): string;
  encoder(streamId?: string): Ffmpeg;
  /** In place of a worker: real libsrt, which accepts one caller and ends with it. */
  listener(): Ffmpeg;
  untilReceiving(receiver: Ffmpeg, bytes?: number): Promise<unknown>;
  /** A UDP socket that sends to the port for cameras, or to another one. */
  peer(port?: number, localAddress?: string): Promise<RawPeer>;
  /** In place of a worker: accepts every caller. */
  worker(afterAccept?: (count: number) => Buffer[]): ReturnType<typeof rawListener>;
  /** Opens the port for viewers. */
  openView(): Promise<SrtRouter>;
  close(): Promise<void>;
}

export async function openScene({ maxBitrateKbps = defaultMaxBitrateKbps } = {}): Promise<RouterScene> {
  const notices: SrtRefusalNotice[] = [];
  const cleanups: (() => unknown)[] = [];
  let admitted = 0;
  let workerPort = await freeUdpPort();
  const refusal = (why: 'off' | 'not_ready'): SrtAdmission => ({ kind: 'refuse', refusal: why, streamId: 'stream' });
  const admissions: RouterScene['admissions'] = {
    key: () => forwardTo(workerPort),
    off: () => refusal('off'),
    early: () => refusal('not_ready'),
    broken: () => Promise.reject(new Error('no database')),
  };
  const open = async (direction: SrtDirection): Promise<SrtRouter> => {
    const admit = (key: string, onWaiting: (streamId: string) => void) => {
      admitted++;
      return (
        admissions[key]?.(onWaiting) ?? { kind: 'refuse' as const, refusal: 'unknown_key' as const, streamId: null }
      );
    };
    const opened = await openRouter(direction, admit, notices, maxBitrateKbps);
    cleanups.push(() => opened.router.close());
    return opened.router;
  };
  const router = await open('ingest');
  const ingestUrl = (streamId = 'key') =>
    `srt://127.0.0.1:${router.port}?mode=caller&latency=120000&pkt_size=1316&streamid=${streamId}`;
  return {
    router,
    notices,
    admissions,
    ingestUrl,
    admitted: () => admitted,
    workerPort: () => workerPort,
    encoder: (streamId) => ffmpeg(camera('-f', 'mpegts', ingestUrl(streamId))),
    listener: () => ffmpeg(rawReceiver(`srt://127.0.0.1:${workerPort}?mode=listener&latency=120000`)),
    untilReceiving: (receiver, bytes = 100_000) =>
      until('media arrives at the worker', () => receiver.output().length > bytes),
    async peer(port = router.port, localAddress) {
      const opened = await rawPeer(port, localAddress);
      cleanups.push(() => opened.close());
      return opened;
    },
    async worker(afterAccept) {
      const opened = await rawListener(afterAccept);
      workerPort = opened.port;
      cleanups.push(() => opened.close());
      return opened;
    },
    openView: () => open('view'),
    async close() {
      for (const cleanup of cleanups.splice(0)) await cleanup();
    },
  };
}
