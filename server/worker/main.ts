import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { type WorkerJob, workerJobSchema } from '@/lib/contracts/worker-protocol';
import { log as rootLog } from '@/lib/platform/log';
import { Camera } from './camera';
import { GatewayClient } from './gateway-client';
import { MediaClock } from './media-clock';
import { SrtOutput } from './outputs/srt-output';
import { Room } from './publish/room';
import { SrtInput } from './srt/srt-input';

const reportIntervalMs = 1_000;
/** To leave the room in order; no longer, for LiveKit may hang. */
const leaveTimeoutMs = 1_000;

/**
 * Runs one stream: SRT in, the event's room and the view address out, reports to the gateway.
 * @returns after `stop`, when it has left the room or could not in a second
 * @throws Error when it cannot do its work
 */
async function runWorker(job: WorkerJob, stop: AbortController): Promise<void> {
  // In a list of processes it can be told from a spare one.
  process.title = `sightline-worker ${job.streamId}`;
  const log = rootLog.child({ streamId: job.streamId, generation: job.generation });
  const gateway = new GatewayClient(job);
  const clock = new MediaClock();
  let isJoined = false;
  let isListening = false;

  const room = new Room({
    url: job.livekitUrl,
    clock,
    log,
    getToken: () => gateway.roomToken(),
    onJoinedChange: (joined) => {
      isJoined = joined;
      reportNow();
    },
    onWatched: (watched) => {
      log.debug({ watched }, 'room: watched layers');
      camera.setWatched(watched);
    },
    onViewerJoined: () => camera.warmUp(),
    onKeyframeRequest: (layer) => camera.requestKeyframe(layer),
  });
  const camera = new Camera({ clock, room, log, onSignalChange: () => reportNow() });
  const listener = { host: job.podIp, latencyMs: job.srtLatencyMs, passphrase: job.passphrase };
  const view = new SrtOutput({ ...listener, port: job.outputPort, log });

  let wake: () => void = () => undefined;
  const reportNow = () => wake();

  function receive(): Promise<never> {
    isListening = true;
    return input.listen({
      ...listener,
      port: job.inputPort,
      onConnected: () => camera.connect(),
      onMessage: (message) => {
        camera.push(message);
        view.write(message);
      },
      onLost: () => {
        camera.disconnect();
        view.restart();
      },
    });
  }

  async function report(): Promise<never> {
    let lastSampleMs = performance.now();
    let sample: ReturnType<Camera['takeSample']> = null;
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const nowMs = performance.now();
      if (nowMs - lastSampleMs >= reportIntervalMs * 0.9) {
        sample = camera.takeSample();
        lastSampleMs = nowMs;
      }
      try {
        const isWanted = await gateway.report({
          generation: job.generation,
          ready: isJoined && isListening,
          signal: camera.signal,
          sample,
          connectCount: camera.connectCount,
          media: camera.media,
        });
        if (!isWanted) stop.abort();
      } catch (error) {
        log.warn({ err: error }, 'report: the gateway did not take it');
      }
      await Promise.race([woken, sleep(reportIntervalMs)]);
    }
  }

  async function leaveTimeout(): Promise<void> {
    await once(stop.signal, 'abort');
    await sleep(leaveTimeoutMs);
  }

  await Promise.race([room.run(stop.signal), receive(), view.run(), report(), leaveTimeout()]);
}

// FFmpeg would write lines of its own beside the log; what fails is known by return codes.
Log.setLevel(AV_LOG_FATAL);

// Loaded with all the rest, before there is a job.
const input = new SrtInput();
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
// Ctrl-C reaches the whole group; the gateway says when to go.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => stop.abort());
// The gateway may have gone while this worker was loading.
if (!process.connected) stop.abort();

try {
  const [job] = await once(process, 'message', { signal: stop.signal });
  await runWorker(workerJobSchema.parse(job), stop);
} catch (error) {
  const isSpareNoMore = error instanceof Error && error.name === 'AbortError';
  if (!isSpareNoMore) rootLog.fatal({ err: error }, 'worker: failed');
}
// An ordinary exit would wait for ever for the threads that listen for SRT: nothing interrupts libsrt's accept.
process.kill(process.pid, 'SIGKILL');
