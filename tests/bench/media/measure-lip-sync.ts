import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { quantile } from '../support/quantile';
import type { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { joinByLink, openMultiview, openPhones, showClock } from './phone-pages';

const run = promisify(execFile);
const watchS = 24;
const settleMs = 8_000;
/** They come every two seconds. */
const pairMs = 900;

/** Decodes a file by ffmpeg, with the file's own times: it counts a stream that it reads alone from that one's beginning. */
const decode = (file: string, logLevel: string, ...filter: string[]) =>
  run('ffmpeg', ['-hide_banner', '-v', logLevel, '-copyts', '-i', file, ...filter, '-f', 'null', '-']);

/** When a part of the picture turns white, in ms of the file's own time. @param part as ffmpeg's filter `crop` has it */
async function flashes(file: string, part: string): Promise<number[]> {
  const filter = `crop=${part},signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-`;
  const { stdout } = await decode(file, 'error', '-an', '-vf', filter);
  const frames = [...stdout.matchAll(/pts_time:([\d.]+)\s+lavfi\.signalstats\.YAVG=([\d.]+)/g)];
  return frames.flatMap(([, time, luma], index) =>
    Number(luma) > 150 && Number(frames[index - 1]?.[2] ?? 255) < 150 ? Number(time) * 1000 : [],
  );
}

/** When silence ends, in ms of the file's own time. */
async function tones(file: string): Promise<number[]> {
  const filter = 'silencedetect=noise=-35dB:d=0.3';
  const { stderr } = await decode(file, 'info', '-vn', '-af', filter);
  return [...stderr.matchAll(/silence_end: ([\d.]+)/g)].map(([, time]) => Number(time) * 1000);
}

export interface Cues {
  seen: number[];
  heard: number[];
}

/** Records a view output, and finds its flashes and tones. @param part where the flash is; the lower half by default */
export async function recordSrt(viewAddress: string, part = 'iw:ih/2:0:ih/2'): Promise<Cues> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lip-sync-'));
  const file = path.join(folder, 'view.ts');
  try {
    const address = `${viewAddress}&connect_timeout=15000`;
    await run('ffmpeg', ['-v', 'error', '-i', address, '-t', String(watchS), '-c', 'copy', file]);
    const [seen, heard] = await Promise.all([flashes(file, part), tones(file)]);
    return { seen, heard };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Watches a page: when each flash is due on the screen, and when each tone begins in what an element plays. The way from
 * there to screen and speakers is not in it.
 * @param sound selects the element with the sound
 */
const watchPage = (page: Page, video: string, sound: string): Promise<Cues> =>
  page.evaluate(
    async ({ durationMs, ...selectors }) => {
      const video = document.querySelector<HTMLVideoElement>(selectors.video);
      const player = document.querySelector<HTMLMediaElement>(selectors.sound);
      if (!video || !(player?.srcObject instanceof MediaStream)) throw new Error('The page shows no camera with sound');
      const canvas = new OffscreenCanvas(1, 1);
      const drawing = canvas.getContext('2d', { willReadFrequently: true });
      if (!drawing) throw new Error('no canvas');
      const [seen, heard]: [number[], number[]] = [[], []];
      let wasWhite = true;
      let isOver = false;
      const onFrame = (_: number, { width, height, expectedDisplayTime }: VideoFrameCallbackMetadata) => {
        drawing.drawImage(video, width / 2, height * 0.8, 1, 1, 0, 0, 1, 1);
        const isWhite = (drawing.getImageData(0, 0, 1, 1).data[0] ?? 0) > 150;
        if (isWhite && !wasWhite) seen.push(expectedDisplayTime);
        wasWhite = isWhite;
        if (!isOver) video.requestVideoFrameCallback(onFrame);
      };
      video.requestVideoFrameCallback(onFrame);
      const context = new AudioContext({ latencyHint: 'interactive' });
      const analyser = new AnalyserNode(context, { fftSize: 2_048 });
      context.createMediaStreamSource(player.srcObject).connect(analyser);
      const samples = new Float32Array(analyser.fftSize);
      let loudAtMs = performance.now();
      const timer = setInterval(() => {
        analyser.getFloatTimeDomainData(samples);
        const nowMs = performance.now();
        const first = samples.findIndex((sample) => Math.abs(sample) > 0.02);
        if (first < 0) return;
        if (nowMs - loudAtMs > 300) heard.push(nowMs - ((samples.length - first) / context.sampleRate) * 1_000);
        loudAtMs = nowMs;
      }, 4);
      await new Promise((resolve) => setTimeout(resolve, durationMs));
      isOver = true;
      clearInterval(timer);
      await context.close();
      return { seen, heard };
    },
    { durationMs: watchS * 1_000, video, sound },
  );

/** By how much each tone is later than its flash. @param withinMs flash and tone belong together if they are no further apart */
export const apartMs = ({ seen, heard }: Cues, withinMs: number): number[] =>
  seen.flatMap((flashMs) => {
    const nearest = heard.map((toneMs) => toneMs - flashMs).sort((a, b) => Math.abs(a) - Math.abs(b))[0];
    return nearest !== undefined && Math.abs(nearest) < withinMs ? nearest : [];
  });

function print(place: string, cues: Cues): void {
  const apart = apartMs(cues, pairMs);
  const ms = (part: number) => quantile(apart, part).toFixed(0);
  row(place, String(apart.length), ms(0.05), ms(0.5), ms(0.95), load());
}

const preview = '[data-testid="camera-preview"]';

/**
 * Measures how far a tone is from the flash that a phone's page sent with it: on the multiview, then in its SRT view output.
 * The phone's own preview says how far they are apart before they leave it.
 */
export async function measureLipSync(browser: Browser, show: Show): Promise<void> {
  const phones = await openPhones(browser);
  await showClock(phones);
  const { page: phone } = await joinByLink(phones, show, await show.invitePhones('Balcony', 1));
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 } });
  const multiview = await openMultiview(context, show);
  await multiview.getByTestId('preview-video').first().waitFor({ timeout: 30_000 });
  await show.untilLive();
  await sleep(settleMs);
  const [stream] = await show.listStreams();
  head('lip sync, sound after picture', 'pairs', 'p5 ms', 'p50 ms', 'p95 ms', 'load');
  print('at the phone', await watchPage(phone, preview, preview));
  print('on the multiview', await watchPage(multiview, 'video[data-participant]', '[data-testid="tile-meters"] audio'));
  await context.close();
  print('SRT view output', await recordSrt(show.viewAddress(stream?.attributes.view_key ?? '')));
  await phones.close();
  await show.removeCameras();
}
