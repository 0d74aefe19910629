import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { quantile } from '../support/quantile';
import type { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { joinByLink, openPhones } from './phone-pages';

const pulses = 60;
const pulseIntervalMs = 700;

/** In the director's page: a microphone that gives a short tone every 700 ms, and notes when. */
function pulsingMicrophone(intervalMs: number): void {
  const emitted: number[] = [];
  Object.assign(window, { emitted });
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext({ latencyHint: 'interactive' });
    const tone = new OscillatorNode(context, { frequency: 1_000 });
    const gate = new GainNode(context, { gain: 0 });
    const target = context.createMediaStreamDestination();
    tone.connect(gate).connect(target);
    tone.start();
    setInterval(() => {
      const aheadMs = 50;
      const at = context.currentTime + aheadMs / 1_000;
      gate.gain.setValueAtTime(1, at);
      gate.gain.setValueAtTime(0, at + 0.08);
      emitted.push(Date.now() + aheadMs);
    }, intervalMs);
    return target.stream;
  };
}

/** In the phone's page: notes when a tone begins in what the director's player plays. */
function noteTones(): void {
  const heard: number[] = [];
  Object.assign(window, { heard });
  const player = document.querySelector<HTMLAudioElement>('audio[data-voice^="director-"]');
  if (!(player?.srcObject instanceof MediaStream)) throw new Error('nobody speaks');
  const context = new AudioContext({ latencyHint: 'interactive' });
  const analyser = new AnalyserNode(context, { fftSize: 1_024 });
  context.createMediaStreamSource(player.srcObject).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let loudAtMs = 0;
  setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const nowMs = Date.now();
    const first = samples.findIndex((sample) => Math.abs(sample) > 0.1);
    if (first < 0) return;
    if (nowMs - loudAtMs > 300) heard.push(nowMs - ((samples.length - first) / context.sampleRate) * 1_000);
    loudAtMs = nowMs;
  }, 4);
}

/**
 * Measures mouth to ear: from the sample that the director's page sends to the sample that the phone's page plays. The
 * devices' own capture and output are not in it.
 */
export async function measureTalkback(browser: Browser, show: Show): Promise<void> {
  const phones = await openPhones(browser);
  const { page: phone } = await joinByLink(phones, show, await show.invitePhones('Balcony', 1));
  const desk = await browser.newContext();
  await show.signIn(desk);
  await desk.addInitScript(pulsingMicrophone, pulseIntervalMs);
  const director = await desk.newPage();
  await director.goto(`${show.baseUrl}/events/${show.eventId}/crew`);
  await director.getByRole('button', { name: 'Talkback' }).click();
  const hold = director.getByRole('region', { name: 'Talkback' }).getByRole('button', { name: 'Hold to talk' });
  await director.getByRole('button', { name: 'Balcony' }).waitFor({ timeout: 30_000 });
  const presses: number[] = [];
  const speaks = phone.getByText('The director speaks.');
  await hold.hover();
  for (let count = 0; count < 6; count++) {
    const pressedMs = Date.now();
    await director.mouse.down();
    await speaks.waitFor();
    presses.push(Date.now() - pressedMs);
    if (count < 5) await director.mouse.up();
    if (count < 5) await sleep(1_500);
  }
  await phone.evaluate(noteTones);
  await sleep(3_000);
  await sleep(pulses * pulseIntervalMs);
  const [emitted, heard] = await Promise.all(
    [director, phone].map((page) =>
      page.evaluate(
        () =>
          (window as unknown as Record<string, number[]>).emitted ??
          (window as unknown as Record<string, number[]>).heard ??
          [],
      ),
    ),
  );
  const delays = (heard ?? []).flatMap((atMs) => {
    const from = emitted?.findLast((sentMs) => sentMs < atMs);
    return from === undefined ? [] : [atMs - from];
  });
  const ms = (value: number) => String(Math.round(value));
  head('talkback', 'count', 'p50 ms', 'p95 ms', 'load');
  row('mouth to ear', String(delays.length), ms(quantile(delays, 0.5)), ms(quantile(delays, 0.95)), load());
  // The first press also publishes the microphone.
  const later = presses.slice(1);
  row('first press to the phone', '1', ms(presses[0] ?? 0), '', load());
  row('later presses', String(later.length), ms(quantile(later, 0.5)), ms(quantile(later, 0.95)), load());
  await Promise.all([phones.close(), desk.close()]);
}
