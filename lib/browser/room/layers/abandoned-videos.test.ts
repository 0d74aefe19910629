import type { RemoteTrackPublication } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AbandonedVideos } from './abandoned-videos';
import { layerQuality } from './layers';

/** A large video with the low layer, unless said otherwise. */
function shortVideo(identity: string) {
  const counts = {
    nackCount: 3,
    rtxSsrc: 7 as number | undefined,
    retransmittedPacketsReceived: 12 as number | undefined,
  };
  const track = { receiver: { getStats: async () => new Map([['1', { type: 'inbound-rtp', ...counts }]]) } };
  const video = { clientHeight: 480, videoHeight: 360 };
  const dimensions = { width: 1280, height: 720 };
  const publication = { isEnabled: true, videoQuality: layerQuality.source as number, dimensions, track };
  const watched = {
    identity,
    video: video as unknown as HTMLVideoElement,
    publication: publication as unknown as RemoteTrackPublication,
  };
  return { counts, video, publication, watched };
}

let found: string[];
let organ: ReturnType<typeof shortVideo>;
let choir: ReturnType<typeof shortVideo>;
let stops: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  found = [];
  [organ, choir] = [shortVideo('organ'), shortVideo('choir')];
  const abandoned = new AbandonedVideos((identity) => found.push(identity));
  stops = [organ, choir].map(({ watched }) => abandoned.watch(watched));
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
/** Of one video, once in five seconds. */
async function retransmit(requested: number): Promise<void> {
  for (let count = 0; count < 6; count++) {
    organ.counts.nackCount += requested;
    organ.counts.retransmittedPacketsReceived = (organ.counts.retransmittedPacketsReceived ?? 0) + 7;
    await pass(5);
  }
}

test('all large videos with the low layer are found together, ten seconds after the last try', async () => {
  await pass(9.5);
  expect(found).toEqual([]);
  await pass(1);
  expect(found).toEqual(['organ', 'choir']);
});

test('none is found where LiveKit tries with one of them: it retransmits what nobody has asked for', async () => {
  await retransmit(0);
  expect(found).toEqual([]);
});

test('what was asked for is no try', async () => {
  await retransmit(1);
  expect(found).toContain('choir');
});

test.each([
  ['is small', () => Object.assign(organ.video, { clientHeight: 300 })],
  ['is sharp', () => Object.assign(organ.video, { videoHeight: 720 })],
  ['is out of view', () => Object.assign(organ.publication, { isEnabled: false })],
  ['is limited to the low layer', () => Object.assign(organ.publication, { videoQuality: layerQuality.low })],
])('one that %s is not', async (_what, change) => {
  change();
  await pass(10.5);
  expect(found).toEqual(['choir']);
});

test('all are found where nothing has ever been retransmitted, and a browser has no count of it', async () => {
  for (const { counts } of [organ, choir]) counts.retransmittedPacketsReceived = undefined;
  await pass(10.5);
  expect(found).toEqual(['organ', 'choir']);
});

test('none is found in a browser that does not count', async () => {
  for (const { counts } of [organ, choir])
    Object.assign(counts, { rtxSsrc: undefined, retransmittedPacketsReceived: undefined });
  await pass(60);
  expect(found).toEqual([]);
});

test('nor one that is not shown any more', async () => {
  stops[0]?.();
  await pass(10.5);
  expect(found).toEqual(['choir']);
});
