import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Excess, PlacedWorkerSpec } from '@/lib/contracts/worker-protocol';
import { log as rootLog } from '@/lib/platform/log';
import { Camera } from './camera';
import { openControlServer } from './control/control-server';
import { GatewayClient } from './control/gateway-client';
import { watchMemory } from './control/memory-watch';
import { Permit } from './control/permit';
import { Reporter } from './control/reporter';
import { outOfMemory, toWorkerFailure, WorkerFault } from './control/worker-fault';
import { Feed } from './feed/feed';
import { MediaClock } from './media/media-clock';
import { Rooms } from './outputs/room/publish/rooms';
import { SrtOutput } from './outputs/srt/srt-output';
import { SrtInput } from './sources/srt/srt-source';

/** To leave the room in order, and to report why; no longer, for LiveKit or the gateway may hang. */
const endTimeoutMs = 1_000;

/**
 * Runs one stream: SRT in; the event's room, those of share links and the SRT output out; reports to the gateway that has
 * named itself last.
 *
 * It ends when `signal` is aborted, when a gateway dismisses it, or when its permit is over.
 * @param signal an Error as its reason, other than an AbortError, is reported as what the worker fails by
 * @param input where one is loaded already
 * @throws what it fails by, after having reported it
 */
export async function runWorker(spec: PlacedWorkerSpec, signal: AbortSignal, input = new SrtInput()): Promise<void> {
  process.title = `sightline-worker ${spec.workerId}`;
  const { streamId, generation, workerId, address } = spec;
  const log = rootLog.child({ streamId, generation, workerId });

  const ended = new AbortController();
  /** The first reason counts; undefined: nothing has failed. */
  let fault: unknown;
  const end = (why: string, error?: unknown) => {
    if (ended.signal.aborted) return;
    fault = error;
    log.info({ why, err: error }, 'worker: ends');
    ended.abort();
  };
  const fail = (error: unknown) => end('it has failed', error);
  const stop = () => (isFault(signal.reason) ? fail(signal.reason) : end('it was asked to'));

  const gateway = new GatewayClient(spec);
  const clock = new MediaClock();
  let isJoined = false;
  let isListening = false;
  let bitrateExcess: Excess | null = null;

  const rooms = new Rooms({
    url: spec.livekitUrl,
    clock,
    log,
    getToken: (shareLinkId) => gateway.roomToken(shareLinkId),
    onJoinedChange: (joined) => {
      if (joined === isJoined) return;
      isJoined = joined;
      reporter.reportNow();
    },
    onWatched: (watched) => {
      log.debug({ watched }, 'room: watched layers');
      camera.setWatched(watched);
    },
    onViewerJoined: () => camera.warmUp(),
    onKeyframeRequest: (layer) => camera.requestKeyframe(layer),
  });
  const camera = new Camera({ clock, rooms, log, limits: spec.limits, onChange: () => reporter.reportNow() });
  const listener = { host: address.host, passphrase: spec.passphrase };
  const srtOutput = new SrtOutput({
    workerId,
    listener: Object.assign({}, listener, { port: address.outputPort }),
    log,
  });
  const { maxBitrateKbps } = spec.limits;
  const onBitrateExcess = (kbps: number | null) => {
    bitrateExcess = kbps === null ? null : { kind: 'bitrate', kbps, mostKbps: maxBitrateKbps };
    log.warn({ kbps, maxBitrateKbps }, 'camera: bitrate and its limit');
    reporter.reportNow();
  };
  const feed = new Feed(log);
  feed.subscribe('room', camera);
  feed.subscribe('SRT output', srtOutput);

  const permit = new Permit(() => end('no gateway answers'));
  const reporter = new Reporter({
    gateway,
    permit,
    log,
    readState: () => ({
      generation,
      ready: isJoined && isListening,
      signal: camera.signal,
      loss: camera.loss,
      connectCount: camera.connectCount,
      media: camera.media,
      excess: bitrateExcess ?? camera.excess,
      conditions: camera.conditions,
      arrival: camera.arrival,
    }),
    readSample: () => camera.readSample(),
    onPermit: ({ shareRooms, srtLatencyMs, choice }) => {
      rooms.setShareRooms(shareRooms);
      clock.srtLatencyMs = srtLatencyMs;
      camera.choose(choice);
    },
    onDismissed: () => end('the gateway dismisses it'),
  });
  const stopMemoryWatch = watchMemory(spec.maxMemoryMb, () => fail(new WorkerFault(outOfMemory)));

  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const left = rooms.run(ended.signal).catch(fail);
  try {
    await openControlServer({ spec, log, onGateway: (url) => reporter.followGateway(url) });
    input
      .listen({ listener: { ...listener, port: address.inputPort }, maxBitrateKbps, feed, onExcess: onBitrateExcess })
      .catch(fail);
    srtOutput.run().catch(fail);
    isListening = true;
  } catch (error) {
    fail(error);
  }
  reporter.run(ended.signal).catch(fail);
  if (!ended.signal.aborted) await once(ended.signal, 'abort');

  stopMemoryWatch();
  permit.close();
  const reported = fault === undefined ? undefined : reporter.reportFailure(toWorkerFailure(fault)).catch(warn);
  await Promise.race([Promise.all([left, reported]), sleep(endTimeoutMs)]);
  if (fault !== undefined) throw fault;

  function warn(error: unknown): void {
    log.warn({ err: error }, 'worker: could not report why it fails');
  }
}

const isFault = (reason: unknown): boolean => !(reason instanceof DOMException && reason.name === 'AbortError');
