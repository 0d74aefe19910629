import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PlayedVideo, stubResizeObserver } from '@/tests/support/room/played-video';
import { RoomLayers } from './room-layers';
import { layerQuality } from './video-layer';

let layers: RoomLayers;
/** Large tiles that show the low layer. */
let organ: PlayedVideo;
let choir: PlayedVideo;
let stops: (() => void)[];
/** The participants that have been limited, each time. */
let found: string[];

const isLimited = ({ publication }: PlayedVideo) => publication.videoQuality === layerQuality.low;
const limited = () => [organ, choir].filter(isLimited).map(({ identity }) => identity);
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

beforeEach(() => {
  vi.useFakeTimers();
  stubResizeObserver();
  found = [];
  organ = new PlayedVideo('organ', { clientHeight: 480 });
  choir = new PlayedVideo('choir', { clientHeight: 480 });
  layers = new RoomLayers(() => {
    for (const video of [organ, choir]) {
      const wasLimited = isLimited(video);
      layers.request(video.identity, video.publication);
      if (!wasLimited && isLimited(video)) found.push(video.identity);
    }
  });
  stops = [organ, choir].map(({ identity, publication, element }) => layers.play(identity, publication, element));
});
afterEach(() => {
  for (const stop of stops) stop();
  layers.endRelief();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A video has stood still for three seconds, in the last of which packets arrived. */
async function standStill({ element, counts }: PlayedVideo, bytes = 1_000): Promise<void> {
  layers.standStill(element, 2);
  await pass(0);
  counts.bytesReceived = (counts.bytesReceived ?? 0) + bytes;
  layers.standStill(element, 3);
  await pass(0);
  layers.standStill(element, 0);
}

describe('a video that stands still', () => {
  test('what stands still is limited until nothing has for a while, and longer each time', async () => {
    await standStill(organ);
    await pass(1.9);
    await standStill(organ);
    await pass(1.9);
    expect(limited()).toEqual(['organ']);
    await pass(2.2);
    expect(limited()).toEqual([]);

    await standStill(organ);
    await pass(3.9);
    expect(limited()).toEqual(['organ']);
    await pass(4.2);
    expect(limited()).toEqual([]);
  });

  test('one for which no packets arrive is not limited', async () => {
    await standStill(organ, 0);
    expect(limited()).toEqual([]);
  });

  test('nor one that stands still for two seconds, though it has stood still before', async () => {
    await standStill(organ, 0);
    organ.counts.bytesReceived = 1_000;
    layers.standStill(organ.element, 1);
    layers.standStill(organ.element, 2);
    await pass(0);
    expect(limited()).toEqual([]);
  });

  test('one video tries the downlink, and the others follow once it has been sharp for two seconds', async () => {
    await standStill(organ);
    await standStill(choir);
    await pass(4.1);
    expect(limited()).toEqual(['choir']);
    await pass(4);
    organ.show(720);
    await pass(1.9);
    expect(limited()).toEqual(['choir']);
    await pass(1.2);
    expect(limited()).toEqual([]);
  });

  test('where it is not sharp, they follow ten seconds later', async () => {
    await standStill(organ);
    await standStill(choir);
    await pass(10);
    expect(limited()).toEqual(['choir']);
    await pass(6);
    expect(limited()).toEqual([]);
  });

  test('where it stands still again, both are limited, and for longer, and the other tries first', async () => {
    await standStill(organ);
    await standStill(choir);
    await pass(4.1);
    await standStill(organ);
    await pass(3.9);
    expect(limited()).toEqual(['organ', 'choir']);
    await pass(4.2);
    expect(limited()).toEqual(['organ']);
  });

  test('after minutes without, it is short again', async () => {
    for (let count = 0; count < 5; count++) {
      await standStill(organ);
      await pass(250);
    }
    await pass(300);
    await standStill(organ);
    await pass(6.1);
    expect(limited()).toEqual([]);
  });

  test('LiveKit decides anew about a video, once, as it is limited', async () => {
    await standStill(organ);
    await standStill(organ);
    await pass(0.25);
    expect(organ.toldInView).toEqual([false, true]);
  });

  test('a page that leaves limits nothing', async () => {
    await standStill(organ);
    layers.endRelief();
    expect(limited()).toEqual([]);
  });
});

describe('videos that LiveKit has stepped down for good', () => {
  beforeEach(() => {
    for (const { counts } of [organ, choir]) Object.assign(counts, { rtxSsrc: 7, retransmittedPacketsReceived: 12 });
  });

  /** LiveKit retransmits packets of one video, once in five seconds. */
  async function retransmit(requested: number): Promise<void> {
    for (let count = 0; count < 6; count++) {
      organ.counts.nackCount = (organ.counts.nackCount ?? 0) + requested;
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

  test('one alone is found as soon, though LiveKit has looked at it again meanwhile', async () => {
    stops[1]?.();
    await pass(9.5);
    expect(organ.toldInView).toEqual([false, true]);
    expect(found).toEqual([]);
    await pass(1);
    expect(found).toEqual(['organ']);
  });

  test('none is found where LiveKit tries with one of them: it retransmits what nobody has asked for', async () => {
    await retransmit(0);
    expect(found).toEqual([]);
  });

  test('nor while the browser takes more than a second to answer', async () => {
    for (const video of [organ, choir]) video.readMs = 1_500;
    await retransmit(0);
    expect(found).toEqual([]);
  });

  test('a browser that is slow to answer is asked again once it has answered', async () => {
    organ.readMs = 5_500;
    await pass(6.4);
    expect(organ.readCount).toBe(1);
    await pass(1);
    expect(organ.readCount).toBe(2);
  });

  test('what was asked for is no try', async () => {
    await retransmit(1);
    expect(found).toContain('choir');
  });

  test.each([
    ['is small', () => Object.assign(organ.element, { clientHeight: 300 })],
    ['is sharp', () => Object.assign(organ.element, { videoHeight: 720 })],
    ['is out of view', () => organ.setInView(false)],
    ['is limited to the low layer', () => layers.limit('organ')],
  ])('one that %s is not', async (_what, change) => {
    change();
    found = [];
    await pass(10.5);
    expect(found).toEqual(['choir']);
  });

  test('all are found where nothing has ever been retransmitted, and a browser has no count of it', async () => {
    for (const { counts } of [organ, choir]) delete counts.retransmittedPacketsReceived;
    await pass(10.5);
    expect(found).toEqual(['organ', 'choir']);
  });

  test('none is found in a browser that does not count', async () => {
    for (const { counts } of [organ, choir]) {
      delete counts.rtxSsrc;
      delete counts.retransmittedPacketsReceived;
    }
    await pass(60);
    expect(found).toEqual([]);
  });

  test('nor one that is not shown any more', async () => {
    stops[0]?.();
    await pass(10.5);
    expect(found).toEqual(['choir']);
  });

  test('nor one that leaves while the browser is asked', async () => {
    await pass(9.5);
    for (const video of [organ, choir]) video.readMs = 300;
    await pass(0.6);
    stops[0]?.();
    await pass(0.4);
    expect(found).toEqual(['choir']);
  });
});
