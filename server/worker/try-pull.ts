import type { PullFinding, PullTask } from '@/lib/contracts/pull-try';
import { pause } from '@/lib/core/pause';
import { ticksPerSecond } from '@/lib/core/timestamp33';
import { decodeKeyframe } from '@/lib/media/codecs/video-decoder';
import { encodeStill } from '@/lib/media/encode-still';
import { MediaClock } from '@/lib/media/media-clock';
import { log } from '@/lib/platform/log';
import { FaultLog } from './control/fault-log';
import { Feed } from './feed/feed';
import { describeMedia } from './monitor/describe-media';
import { Monitor } from './monitor/monitor';
import { TsProgram } from './program/ts-program';
import { PullSource } from './sources/pull/pull-source';

/** A camera with a keyframe every ten seconds is one, too. */
const timeoutMs = 14_000;
/** From the first picture, for the rate and the sound. */
const measuringMs = 2_500;
const lookIntervalMs = 50;
/** A refused attempt is the last one. */
const noRetry = { firstMs: 600_000, capMs: 600_000 };

/** Opens an address once, and says what is there, with a picture. */
export async function tryPull({ source: spec, limits }: PullTask): Promise<PullFinding> {
  const clock = new MediaClock();
  const faults = new FaultLog(log);
  const program = new TsProgram({ clock, limits, log });
  const feed = new Feed({ parser: program, maxBitrateKbps: limits.maxBitrateKbps, log, onExcessChange: ignore });
  const monitor = new Monitor({ feed, program, faults, log, onChange: ignore });
  const source = new PullSource(spec, { log, retry: noRetry });
  let picture: Promise<string | null> | null = null;
  let pictureMs = Number.POSITIVE_INFINITY;
  const shown = { count: 0, firstTicks: Number.POSITIVE_INFINITY, lastTicks: Number.NEGATIVE_INFINITY };
  program.subscribe('try', {
    addVideoUnit({ isKeyframe, data, ticks }) {
      shown.count++;
      shown.firstTicks = Math.min(shown.firstTicks, ticks);
      shown.lastTicks = Math.max(shown.lastTicks, ticks);
      const { video } = program.tracks;
      if (!isKeyframe || !video || picture) return;
      const { codec, maxPixels } = video;
      pictureMs = performance.now();
      picture = decodeKeyframe(codec, data, { maxPixels, use: (frame) => encodeStill(frame) }).then(
        (jpeg) => jpeg?.toString('base64') ?? null,
        (error: unknown) => {
          faults.add('try', error);
          return null;
        },
      );
    },
  });
  const startedMs = performance.now();
  const ending = new AbortController();
  const ended = source.run(feed, ending.signal);
  const mediaNow = () => describeMedia(program, monitor, clock, null);
  const isOver = () =>
    source.pullFault !== undefined ||
    // A camera of few frames a second takes longer until its format is known.
    (performance.now() - pictureMs > measuringMs && mediaNow() !== null) ||
    performance.now() - startedMs > timeoutMs;
  while (!isOver()) await pause(lookIntervalMs);
  const media = mediaNow();
  // By the camera's own times, because a server may send what it has kept at once.
  const seconds = (shown.lastTicks - shown.firstTicks) / ticksPerSecond;
  const fps = seconds > 0 ? Math.round(((shown.count - 1) / seconds) * 100) / 100 : 0;
  const fault = source.pullFault ?? (media ? null : 'no_media');
  ending.abort();
  await ended;
  return {
    fault: media && fault === 'ended' ? null : fault,
    video: media?.video
      ? { codec: source.encodedVideo ?? media.video.codec, width: media.video.width, height: media.video.height, fps }
      : null,
    audio: media?.audio ?? null,
    picture: await (picture as Promise<string | null> | null),
  };
}

const ignore = () => undefined;
