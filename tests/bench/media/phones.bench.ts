import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserLaunch } from '../../support/journeys/browser';
import { readBarcodes } from '../../support/journeys/read-barcodes';
import { readAgeMs } from '../../support/room/room-decoder';
import { measureUsage } from '../support/process-usage';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { measureJoins } from './measure-joins';
import { measureLipSync } from './measure-lip-sync';
import { measureTalkback } from './measure-talkback';
import { fakeDevices } from './phone-pages';

/*
 * `npm run bench phones [joins|talkback|latency] [PHONES]`: how soon a phone's picture is on the wall, and how late a
 * director's voice is. Then how old a phone's frames are on the wall and at its SRT view output, and what its worker costs.
 * Lip sync is measured there, too.
 * That phone is a Chromium page that publishes a barcode by WHIP, H.264 720p30 with audio. Phones, product and viewers share
 * this machine and its clock.
 */

const size = { width: 1280, height: 720 };
const settleMs = 8_000;
const watchMs = 20_000;
/** LiveKit takes this long to notice that nobody watches any more. */
const unwatchedAfterMs = 30_000;

const ms = (value: number) => String(Math.round(value));

/** Publishes a canvas with a barcode (see barcode-source.mjs), flashes with a tone, from a page of the product's own origin. */
async function startPhone(browser: Browser, show: Show, whipPath: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${show.baseUrl}/`);
  await page.evaluate(
    async ({ whip, width, height }) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      const audio = new AudioContext();
      const tone = audio.createOscillator();
      const loudness = audio.createGain();
      const target = audio.createMediaStreamDestination();
      tone.connect(loudness).connect(target);
      tone.start();
      let index = 0;
      const draw = () => {
        const time = Date.now() % 2 ** 32;
        const bytes = [0, 1, 2, 3].map((byte) => Math.floor(time / 2 ** (8 * byte)) & 0xff);
        const checksum = ~bytes.reduce((sum, byte) => sum + byte, 0) & 0xff;
        const bits = [...bytes, checksum].flatMap((byte) => [0, 1, 2, 3, 4, 5, 6, 7].map((bit) => (byte >> bit) & 1));
        context.fillStyle = '#788';
        context.fillRect(0, height / 16, width, height);
        const isFlash = time % 2000 < 200;
        context.fillStyle = isFlash ? '#fff' : '#344';
        context.fillRect(0, height / 2, width, height / 2);
        loudness.gain.value = isFlash ? 1 : 0;
        context.fillStyle = '#cc4';
        context.fillRect((index++ * 7) % (width - 90), height / 4, 90, 90);
        for (const [bar, bit] of bits.entries()) {
          context.fillStyle = bit ? '#fff' : '#000';
          context.fillRect((bar * width) / 40, 0, width / 40, height / 16);
        }
      };
      setInterval(draw, 1000 / 30);
      const connection = new RTCPeerConnection();
      const [video] = canvas.captureStream(30).getVideoTracks();
      const [sound] = target.stream.getAudioTracks();
      if (!video || !sound) throw new Error('no tracks');
      const transceiver = connection.addTransceiver(video, {
        direction: 'sendonly',
        sendEncodings: [{ maxBitrate: 2_000_000 }],
      });
      const codecs = RTCRtpSender.getCapabilities('video')?.codecs ?? [];
      transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => /h264/i.test(mimeType)));
      connection.addTransceiver(sound, { direction: 'sendonly' });
      await connection.setLocalDescription(await connection.createOffer());
      const answer = await fetch(whip, {
        method: 'POST',
        headers: { 'content-type': 'application/sdp' },
        body: connection.localDescription?.sdp ?? '',
      });
      if (answer.status !== 201) throw new Error(`WHIP: ${answer.status} ${await answer.text()}`);
      await connection.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
      Object.assign(window, { connection });
    },
    { whip: whipPath, ...size },
  );
  return page;
}

/** Plays an SRT address for a while. @returns how old each frame is once it is decoded, in milliseconds */
async function watchSrt(address: string, durationMs: number): Promise<number[]> {
  const quick = ['-fflags', 'nobuffer', '-flags', 'low_delay', '-probesize', '100000', '-analyzeduration', '0'];
  const gray = ['-map', '0:v', '-f', 'rawvideo', '-pix_fmt', 'gray', '-fps_mode', 'passthrough', 'pipe:1'];
  const player = spawn('ffmpeg', ['-v', 'error', ...quick, '-i', `${address}&rcvlatency=120000`, ...gray], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ages: number[] = [];
  const frameBytes = size.width * size.height;
  let chunks: Buffer[] = [];
  let bytes = 0;
  player.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < frameBytes) return;
    const data = Buffer.concat(chunks);
    const rowStart = Math.floor(size.height / 32) * size.width;
    const ageMs = readAgeMs(data.subarray(rowStart, rowStart + size.width), size.width, Date.now());
    if (ageMs !== null) ages.push(ageMs);
    chunks = [data.subarray(frameBytes)];
    bytes = data.length - frameBytes;
  });
  await sleep(durationMs);
  player.kill('SIGKILL');
  return ages;
}

async function measureLatency(browser: Browser, show: Show): Promise<void> {
  const { whipPath, viewAddress } = await show.addPhone();
  await startPhone(browser, show, whipPath);
  await show.untilLive();
  await sleep(settleMs);
  head('a phone, 720p30', 'frames a second', 'p50 ms', 'p95 ms', 'worker cores', 'LiveKit cores', 'load');
  const [unwatched, unwatchedLivekit] = await measureUsage([...show.workerPids(), show.livekitPid], watchMs);
  row('unwatched', '', '', '', unwatched?.cores.toFixed(3) ?? '', unwatchedLivekit?.cores.toFixed(3) ?? '', load());
  const context = await browser.newContext({ viewport: { width: 2200, height: 1000 } });
  await context.addInitScript((token) => localStorage.setItem('sl_token', token), show.token);
  const wall = await context.newPage();
  await wall.goto(`${show.baseUrl}/events/${show.eventId}/multiview?layout=auto`);
  const video = wall.getByTestId('preview-video').first();
  await video.waitFor({ timeout: 20_000 });
  await sleep(settleMs);
  const [shown, played, [worker, livekit]] = await Promise.all([
    readBarcodes(video, watchMs),
    watchSrt(viewAddress, watchMs),
    measureUsage([...show.workerPids(), show.livekitPid], watchMs),
  ]);
  const cores = [worker?.cores.toFixed(3) ?? '', livekit?.cores.toFixed(3) ?? '', load()];
  const rate = (count: number) => (count / (watchMs / 1000)).toFixed(1);
  const ages = shown.flatMap(({ ageMs }) => ageMs ?? []);
  row('on the wall', rate(shown.length), ms(quantile(ages, 0.5)), ms(quantile(ages, 0.95)), ...cores);
  row('SRT view output', rate(played.length), ms(quantile(played, 0.5)), ms(quantile(played, 0.95)), ...cores);
  await context.close();
  await measureLipSync(viewAddress);
  await sleep(unwatchedAfterMs);
  const [after, afterLivekit] = await measureUsage([...show.workerPids(), show.livekitPid], watchMs);
  row('unwatched again', '', '', '', after?.cores.toFixed(3) ?? '', afterLivekit?.cores.toFixed(3) ?? '', load());
}

const [part = 'all', joins = '20'] = process.argv.slice(2);
const show = await Show.start();
const launch = await browserLaunch();
const browser = await chromium.launch(Object.assign({}, launch, { args: [...(launch.args ?? []), ...fakeDevices] }));
try {
  if (part === 'joins' || part === 'all') await measureJoins(browser, show, Number(joins));
  if (part === 'talkback' || part === 'all') await measureTalkback(browser, show);
  if (part === 'all') await show.removeCameras();
  if (part === 'latency' || part === 'all') await measureLatency(browser, show);
} finally {
  await browser.close();
  await show.stop();
}
