import { expect } from 'vitest';
import { maxOf, minOf } from '@/lib/core/extremes';
import { median } from '@/lib/core/median';
import { liveH264 } from '../../../../support/camera/encode';
import { ffmpeg } from '../../../../support/camera/ffmpeg';
import { workerTest as test } from '../../../../support/fixtures/worker-test';
import { RoomDecoder } from '../../../../support/room/room-decoder';
import { until } from '../../../../support/until';

const isNow = 'lt(mod(t,1),0.2)';
/** A white flash of 0.2 s, and a beep with it, once a second. */
const flashAndBeep = [
  ...['-re', '-f', 'lavfi', '-i', `color=black:size=320x180:rate=30,drawbox=enable='${isNow}':color=white:t=fill`],
  ...['-re', '-f', 'lavfi', '-i', `aevalsrc='if(${isNow},0.5*sin(2*PI*1000*t),0)':sample_rate=48000`],
];

/** ITU-R BT.1359: nobody notices audio that is early by less. */
const unnoticedMs = 45;
const audioDelayMs = 120;

/** Both come each second. */
const pairMs = 450;

test('a flash and its beep are presented to viewers at the same time, and as far apart as is chosen while they watch', async ({
  worker,
  joinEvent,
  onTestFinished,
}) => {
  const { host, inputPort } = worker.spec.address;
  ffmpeg([
    ...[...flashAndBeep, ...liveH264, '-c:a', 'aac', '-f', 'mpegts'],
    `srt://${host}:${inputPort}?mode=caller&latency=120000`,
  ]);

  let flashes: number[] = [];
  let beeps: number[] = [];
  let wasBright = true;
  let wasLoud = true;
  const decoder = new RoomDecoder({
    onFrame({ brightness, rtpTimestamp }) {
      const isBright = brightness > 128;
      if (isBright && !wasBright) flashes.push(rtpTimestamp);
      wasBright = isBright;
    },
    onAudio({ samples, rtpTimestamp }) {
      const start = samples.findIndex((sample) => Math.abs(sample) > 0.1);
      if (start >= 0 && !wasLoud) beeps.push(rtpTimestamp + start);
      wasLoud = start >= 0;
    },
  });
  onTestFinished(() => decoder.close());
  const viewer = await joinEvent(worker.eventId, { onRtp: (kind, packet) => decoder.push(kind, packet) });

  /** How much later than its flash each of the next beeps is presented, in milliseconds. */
  const watch = async (): Promise<number[]> => {
    flashes = [];
    beeps = [];
    await until('flashes and beeps arrive', () => flashes.length >= 5 && beeps.length >= 5, { timeoutMs: 20_000 });
    const flashMs = flashes.flatMap((timestamp) => viewer.wallMs('video', timestamp) ?? []);
    return beeps.flatMap((timestamp) => {
      const beepMs = viewer.wallMs('audio', timestamp) ?? Number.NaN;
      const [nearest] = flashMs.map((ms) => beepMs - ms).sort((one, other) => Math.abs(one) - Math.abs(other));
      // The first or last beep may be without its flash.
      return nearest !== undefined && Math.abs(nearest) < pairMs ? nearest : [];
    });
  };
  const together = await watch();
  expect(together.length).toBeGreaterThanOrEqual(3);
  expect(maxOf(together.map(Math.abs))).toBeLessThan(unnoticedMs);

  worker.gateway.answer({ validForMs: 7_000, audioDelayMs });
  await until('the sound is later', async () => minOf(await watch()) > audioDelayMs - unnoticedMs, {
    timeoutMs: 30_000,
  });
  const apart = await watch();
  expect(Math.abs((median(apart) ?? 0) - (median(together) ?? 0) - audioDelayMs)).toBeLessThan(unnoticedMs / 2);
});
