import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Excess, PlacedWorkerSpec, WorkerReport } from '@/lib/contracts/worker-protocol';
import { log as rootLog } from '@/lib/platform/log';
import { openControlServer } from './control/control-server';
import { FaultLog } from './control/fault-log';
import { GatewayClient } from './control/gateway-client';
import { Permit } from './control/permit';
import { Reporter } from './control/reporter';
import { watchMemory } from './control/watch-memory';
import { outOfMemory, toWorkerFailure, WorkerFault } from './control/worker-fault';
import { Feed } from './feed/feed';
import { MediaClock } from './media/media-clock';
import { Monitor } from './monitor/monitor';
import type { Output } from './outputs/output';
import { Recorder } from './outputs/recorder/recorder';
import { describeMedia } from './outputs/room/describe-media';
import { RoomOutput } from './outputs/room/room-output';
import { SrtOutput } from './outputs/srt/srt-output';
import { StillOutput } from './outputs/still/still-output';
import { Program } from './program/program';
import { SourceOpener } from './source-opener';

/** Time limit for ending the outputs and reporting the reason; LiveKit or the gateway may hang. */
const endTimeoutMs = 1_000;

/**
 * Runs one stream: the source fills the feed, the program is taken from it, and outputs use either. Reports go to the
 * gateway that has named itself last.
 *
 * It ends when `signal` is aborted, when a gateway dismisses it, or when its permit is over.
 * @param signal aborted with an Error other than an AbortError, it makes the worker report that as its failure
 * @param sources already loaded, if any
 * @throws its failure, once it has been reported
 */
export async function runWorker(
  spec: PlacedWorkerSpec,
  signal: AbortSignal,
  sources = new SourceOpener(),
): Promise<void> {
  process.title = `sightline-worker ${spec.workerId}`;
  const { streamId, generation, workerId, address, limits } = spec;
  const log = rootLog.child({ streamId, generation, workerId });

  const ended = new AbortController();
  /** The first reason counts; undefined while nothing has failed. */
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
  const faults = new FaultLog(log);
  const reportNow = () => reporter.reportNow();
  let isListening = false;
  let bitrateExcess: Excess | null = null;

  const source = sources.open({
    spec,
    log,
    getRoomToken: () => gateway.roomToken(),
    onExcess: (kbps) => {
      bitrateExcess = kbps === null ? null : { kind: 'bitrate', kbps, mostKbps: limits.maxBitrateKbps };
      log.warn({ kbps, maxBitrateKbps: limits.maxBitrateKbps }, 'camera: bitrate and its limit');
      reportNow();
    },
  });
  const program = new Program({ clock, limits, log, isLost: () => monitor.signal === 'lost' });
  const feed = new Feed(program, log);
  const monitor = new Monitor({ feed, program, faults, log, onChange: reportNow });
  const room = new RoomOutput({
    livekitUrl: spec.livekitUrl,
    getToken: (shareLinkId) => gateway.roomToken(shareLinkId),
    // A phone's own tracks are there already.
    isInEventRoom: spec.source.kind !== 'room',
    program,
    monitor,
    clock,
    limits,
    faults,
    log,
    onStateChange: reportNow,
  });
  const players = { host: address.host, port: address.outputPort, passphrase: spec.playerPassphrase };
  const recorder = new Recorder({ workerId, feed, program, faults, log });
  const still = new StillOutput({ program, faults, send: (picture) => gateway.still(picture) });
  const outputs: Output[] = [room, new SrtOutput({ workerId, listener: players, feed, log }), recorder, still];

  const permit = new Permit(() => end('no gateway answers'));
  const reporter = new Reporter({
    gateway,
    permit,
    log,
    readState: () => ({
      generation,
      ready: isListening && outputs.every(({ state }) => state === 'running'),
      signal: monitor.signal,
      loss: monitor.loss,
      connectCount: monitor.connectCount,
      media: describeMedia(program, room, clock),
      excess: bitrateExcess ?? program.excess,
      conditions: monitor.conditions,
      arrival: monitor.arrival,
      pace: monitor.pace,
      recorder: recorder.recorderState,
      usage: readUsage(),
    }),
    readSample: () => {
      const sample = monitor.readSample();
      return sample && Object.assign(sample, { audioDbfs: room.readPeakDbfs(), loudness: room.readLoudness() });
    },
    onPermit: ({ shareRooms, srtLatencyMs, choice, recording }) => {
      room.setShareRooms(shareRooms);
      // A gateway that has just started does not know it yet; frames of that second would be late by all of it.
      clock.srtLatencyMs = srtLatencyMs ?? clock.srtLatencyMs;
      program.choose(choice);
      if (recording !== undefined) recorder.record(recording);
    },
    onDismissed: () => end('the gateway dismisses it'),
  });
  const stopMemoryWatch = watchMemory(spec.maxMemoryMb, () => fail(new WorkerFault(outOfMemory)));

  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    await openControlServer({
      spec,
      readToken: () => gateway.token,
      log,
      onGateway: (other) => reporter.followGateway(other),
    });
    source.run(feed, ended.signal).catch(fail);
    for (const output of outputs) output.start().catch(fail);
    isListening = true;
  } catch (error) {
    fail(error);
  }
  reporter.run(ended.signal).catch(fail);
  if (!ended.signal.aborted) await once(ended.signal, 'abort');

  stopMemoryWatch();
  permit.close();
  const reported = fault === undefined ? undefined : reporter.reportFailure(toWorkerFailure(fault)).catch(warn);
  const stopped = outputs.map((output) => output.stop());
  await Promise.race([Promise.allSettled([...stopped, reported]), sleep(endTimeoutMs)]);
  if (fault !== undefined) throw fault;

  function warn(error: unknown): void {
    log.warn({ err: error }, 'worker: could not report why it fails');
  }
}

function readUsage(): WorkerReport['usage'] {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, memoryBytes: process.memoryUsage.rss() };
}

const isFault = (reason: unknown): boolean => !(reason instanceof DOMException && reason.name === 'AbortError');
