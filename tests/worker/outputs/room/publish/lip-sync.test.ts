import { expect } from 'vitest';
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

test('a flash and its beep are presented to viewers at the same time', async ({
  worker,
  joinEvent,
  onTestFinished,
}) => {
  const { host, inputPort } = worker.spec.address;
  ffmpeg([
    ...[...flashAndBeep, ...liveH264, '-c:a', 'aac', '-f', 'mpegts'],
    `srt://${host}:${inputPort}?mode=caller&latency=120000`,
  ]);

  const flashes: number[] = [];
  const beeps: number[] = [];
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
  await until('flashes and beeps arrive', () => flashes.length >= 5 && beeps.length >= 5, { timeoutMs: 20_000 });

  const flashMs = flashes.flatMap((timestamp) => viewer.wallMs('video', timestamp) ?? []);
  const [firstFlashMs = Number.NaN] = flashMs;
  const apart = beeps
    .map((timestamp) => viewer.wallMs('audio', timestamp) ?? Number.NaN)
    // The viewer may have heard something before there was anything to see.
    .filter((beepMs) => beepMs > firstFlashMs - 500)
    .map((beepMs) => Math.min(...flashMs.map((ms) => Math.abs(beepMs - ms))));
  expect(apart.length).toBeGreaterThanOrEqual(3);
  // The last beep may be ahead of its flash.
  expect(Math.max(...apart.slice(0, -1))).toBeLessThan(unnoticedMs);
});
