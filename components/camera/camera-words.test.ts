import { expect, test } from 'vitest';
import { cameraWords, deviceKind, deviceWords, isInApp } from './camera-words';

const good = {
  camera: { is_on: true, tally: null },
  capture: { status: 'capturing', stream: {} as MediaStream },
  connection: 'connected',
  codec: 'H264',
  isUpright: false,
  isTooSlow: false,
} as const;

test.each<[string, Partial<Parameters<typeof cameraWords>[0]>, string, string]>([
  ['all is well', {}, 'ready', 'Ready'],
  ['it is on air', { camera: { is_on: true, tally: 'program' } }, 'program', 'On air'],
  ['it is next', { camera: { is_on: true, tally: 'preview' } }, 'preview', 'Next'],
  ['the switcher is silent', { camera: { is_on: true, tally: 'unknown' } }, 'ready', 'Ready'],
  ['the director has it off', { camera: { is_on: false, tally: null } }, 'off', 'Off'],
  ['it is not allowed', { capture: { status: 'denied' } }, 'waiting', 'No camera'],
  ['it is unplugged', { capture: { status: 'missing' } }, 'waiting', 'No camera'],
  ['a call has the camera', { capture: { status: 'interrupted', isHeld: true } }, 'waiting', 'Camera away'],
  [
    'a call has the camera, on air',
    { capture: { status: 'interrupted', isHeld: true }, camera: { is_on: true, tally: 'program' } },
    'program',
    'Camera away',
  ],
  ['the network is away', { connection: 'connecting' }, 'waiting', 'Connecting…'],
  ['another tab films', { connection: 'elsewhere' }, 'waiting', 'Open elsewhere'],
])('when %s', (_, change, tone, word) => {
  expect(cameraWords(Object.assign({}, good, change))).toMatchObject({ tone, word });
});

test.each<[string, { isHeld: boolean; isTooSlow?: boolean }, string]>([
  ['another app has it', { isHeld: true }, 'Another app has the camera. Close it there'],
  ['its picture stood still', { isHeld: false }, 'The picture stood still.'],
  ['the phone is too slow', { isHeld: false, isTooSlow: true }, 'This phone is too slow'],
])('a camera that is away because %s says so', (_, { isHeld, isTooSlow = false }, hint) => {
  const words = cameraWords(Object.assign({}, good, { capture: { status: 'interrupted', isHeld }, isTooSlow }));
  expect(words.hint).toContain(hint);
});

test('a phone that films and is too slow is told, and its camera blames no other app', () => {
  expect(cameraWords(Object.assign({}, good, { isTooSlow: true }))).toMatchObject({
    word: 'Ready',
    hint: expect.stringContaining('too slow'),
  });
});

test.each([
  ['H264', null],
  [null, null],
  ['VP8', 'This browser sends VP8: the multiview shows it, nothing records it. Use Chrome or Safari.'],
])('a phone that sends %s is told: %s', (codec, hint) => {
  expect(cameraWords(Object.assign({}, good, { codec })).hint).toBe(hint);
});

test('a phone that is held upright is asked to be turned', () => {
  const upright = Object.assign({}, good, { isUpright: true });
  expect(cameraWords(upright).hint).toBe('Turn the phone sideways to fill the frame.');
  expect(cameraWords(Object.assign({}, upright, { codec: 'VP8' })).hint).toContain('VP8');
});

test('what the browser does not tell is left out', () => {
  expect(deviceWords({ bitrateKbps: 2_431, network: '4G', batteryPercent: 63 })).toEqual([
    '2.4 Mbit/s',
    '4G',
    'battery 63 %',
  ]);
  expect(deviceWords({ bitrateKbps: null, network: null, batteryPercent: null })).toEqual([]);
});

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

test.each([
  ['an iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${safari}`, 5, 'apple'],
  ['an iPad that says it is a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 5, 'apple'],
  ['a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 0, 'other'],
  ['a Pixel', 'Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/130.0.0.0 Mobile Safari/537.36', 5, 'android'],
])('%s', (_, userAgent, maxTouchPoints, kind) => {
  expect(deviceKind({ userAgent, maxTouchPoints })).toBe(kind);
});

test.each([
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${safari}`, false],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', false],
  ['Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36', true],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 340.0', true],
])('%s is in another app: %s', (userAgent, isIt) => {
  expect(isInApp(userAgent)).toBe(isIt);
});
