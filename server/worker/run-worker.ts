import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlacedWorkerSpec, WorkerReport } from '@/lib/contracts/worker-protocol';
import { sourceTraits } from '@/lib/contracts/worker-sources';
import { MediaClock } from '@/lib/media/media-clock';
import { SoundWindows } from '@/lib/media/sound-windows';
import { samplesOf } from '@/lib/media/stereo';
import { log as rootLog } from '@/lib/platform/log';
import { openControlServer } from './control/control-server';
import { FaultLog } from './control/fault-log';
import { GatewayClient } from './control/gateway-client';
import { Permit } from './control/permit';
import { type ReportedWorker, Reporter } from './control/reporter';
import { watchMemory } from './control/watch-memory';
import { outOfMemory, toWorkerFailure, WorkerFault } from './control/worker-fault';
import { Feed } from './feed/feed';
import { describeMedia, encodedAtSource } from './monitor/describe-media';
import { Monitor } from './monitor/monitor';
import { Destinations } from './outputs/destinations/destinations';
import type { Output } from './outputs/output';
import { Recorder } from './outputs/recorder/recorder';
import { FeedRelay } from './outputs/relay/feed-relay';
import { RoomOutput } from './outputs/room/room-output';
import { SrtOutput } from './outputs/srt/srt-output';
import { StillOutput } from './outputs/still/still-output';
import { TsProgram } from './program/ts-program';
import { SourceOpener } from './sources/source-opener';
import { SpareSwitch } from './sources/spare/spare-switch';

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
  const { streamId, generation, workerId, address, limits, livekitUrl } = spec;
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
  const permit = new Permit(() => end('no gateway answers'));
  const reporter = new Reporter({ gateway, permit, log });
  const reportNow = () => reporter.reportNow();
  const clock = new MediaClock();
  const traits = sourceTraits[spec.source.kind];
  if (traits.isMadeHere) clock.sending.srtLatencyMs = 0;
  const faults = new FaultLog(log);
  let isListening = false;

  const source = sources.open(spec.source, {
    address,
    livekitUrl,
    limits,
    log,
    getRoomToken: () => gateway.roomToken(),
    reportNow,
  });
  const program = new TsProgram({ clock, limits, log });
  const feed = new Feed({ parser: program, maxBitrateKbps: limits.maxBitrateKbps, log, onExcessChange: reportNow });
  const spare = new SpareSwitch({ feed, faults, log, onChange: reportNow });
  const monitor = new Monitor({ feed, program, faults, log, onChange: reportNow });
  const sound = new SoundWindows({
    clock,
    connectCount: () => monitor.connectCount,
    send: (window) => gateway.sound(window).catch((error: unknown) => faults.add('sound', error)),
  });
  if (traits.hasEventsSound)
    monitor.subscribeAudio('sound windows', (frame, ticks) => sound.addSamples(samplesOf(frame), ticks));
  const room = new RoomOutput({
    livekitUrl,
    getToken: (shareLinkId) => gateway.roomToken(shareLinkId),
    // A phone's own tracks are there already.
    isInEventRoom: !traits.isInEventRoom,
    program,
    monitor,
    clock,
    limits,
    faults,
    log,
    onStateChange: reportNow,
  });
  const players = { host: address.host, port: address.outputPort, passphrase: spec.playerPassphrase };
  const recorder = new Recorder({ workerId, feed, program, sending: clock.sending, faults, log });
  const still = new StillOutput({ program, faults, send: (picture) => gateway.still(picture) });
  const srt = new SrtOutput({ workerId, listener: players, feed, log });
  const relay = new FeedRelay(feed);
  const destinations = new Destinations({ workerId, feed, faults, log });
  const outputs: Output[] = [room, srt, recorder, still, relay, destinations];
  const stopMemoryWatch = watchMemory(spec.maxMemoryMb, () => fail(new WorkerFault(outOfMemory)));

  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    await openControlServer({
      spec,
      readToken: () => gateway.token,
      log,
      onGateway: (other) => reporter.followGateway(other),
      onFeedAsked: (response) => relay.answer(response),
      onProgram: source.follow && ((task) => source.follow?.(task)),
      onReplay: source.replay && ((task) => source.replay?.(task)),
    });
    source.run(spare, ended.signal).catch(fail);
    for (const output of outputs) output.start().catch(fail);
    isListening = true;
  } catch (error) {
    fail(error);
  }
  const reported: ReportedWorker = {
    readState: () => ({
      generation,
      ready: isListening && outputs.every(({ state }) => state === 'running'),
      signal: monitor.signal,
      loss: monitor.loss,
      connectCount: monitor.connectCount,
      media: describeMedia(
        program,
        monitor,
        clock,
        source.encodedVideo ? encodedAtSource : room.videoMode,
        source.videoEncoder,
        spare.isShown,
      ),
      excess: feed.excess ?? program.excess,
      conditions: monitor.conditions,
      arrival: monitor.arrival,
      pace: monitor.pace,
      recorder: recorder.recorderState,
      inStep: srt.inStep,
      pullFault: source.pullFault,
      fileFault: source.fileFault,
      pullTurn: source.pullTurn,
      spare: spare.report,
      destinations: destinations.reports,
      usage: readUsage(),
    }),
    readSample: () => {
      const sample = monitor.readSample();
      return sample && { ...sample, includesWay: clock.sending.includesWay };
    },
    onPermit(given) {
      // A gateway that has just started does not know it yet; frames of that second would be late by all of it.
      if (given.srtLatencyMs !== null) clock.sending.srtLatencyMs = given.srtLatencyMs;
      if (given.sender) clock.sending.follow(given.sender);
      program.choose(given.choice);
      if (given.spare !== undefined) spare.follow(given.spare, given.choice);
      // The spare's sound is moved already, as that camera's is.
      program.delayAudio(spare.isShown ? 0 : given.audioDelayMs);
      source.onPullTurn?.(given.pullTurn);
      for (const output of outputs) output.follow?.(given);
    },
    onDismissed: () => end('the gateway dismisses it'),
  };
  reporter.run(reported, ended.signal).catch(fail);
  if (!ended.signal.aborted) await once(ended.signal, 'abort');

  stopMemoryWatch();
  spare.close();
  permit.close();
  const told = fault === undefined ? undefined : reporter.reportFailure(toWorkerFailure(fault)).catch(warn);
  const stopped = outputs.map((output) => output.stop());
  await Promise.race([Promise.allSettled([...stopped, told]), sleep(endTimeoutMs)]);
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
