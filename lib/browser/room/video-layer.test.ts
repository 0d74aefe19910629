import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PlayedVideo, stubResizeObserver } from '@/tests/support/room/played-video';
import { type LayerState, nextLayer, type Sight, VideoLayer } from './video-layer';

const [low, source] = [360, 720];

describe('a tick leads from', () => {
  const sights: Sight[] = ['hidden', 'small', 'limited', 'blurred', 'glimpsed', 'sharp'];
  /** The next state by sight, with the seconds until the renewal. */
  const transitions: [LayerState, string[]][] = [
    [{ name: 'small', renewsIn: null }, ['small', 'small', 'relieved', 'growing 3', 'steppedDown', 'large']],
    [{ name: 'small', renewsIn: 5 }, ['small 5', 'small 4', 'relieved 4', 'growing 3', 'steppedDown', 'large']],
    [{ name: 'small', renewsIn: 1 }, ['small 1', 'small now', 'relieved now', 'growing 3', 'steppedDown', 'large']],
    [{ name: 'growing', renewsIn: 3 }, ['growing 3', 'small 5', 'relieved 5', 'growing 2', 'steppedDown', 'large']],
    [
      { name: 'growing', renewsIn: 1 },
      ['growing 1', 'small 5', 'relieved 5', 'steppedDown now', 'steppedDown', 'large'],
    ],
    [{ name: 'large' }, ['large', 'small', 'relieved', 'steppedDown', 'steppedDown', 'large']],
    [{ name: 'steppedDown' }, ['steppedDown', 'small 5', 'relieved 5', 'steppedDown', 'steppedDown', 'large']],
    [{ name: 'relieved', renewsIn: null }, ['relieved', 'small', 'relieved', 'growing 3', 'steppedDown', 'large']],
    [{ name: 'relieved', renewsIn: 5 }, ['relieved 5', 'small 4', 'relieved 4', 'growing 3', 'steppedDown', 'large']],
    [
      { name: 'relieved', renewsIn: 1 },
      ['relieved 1', 'small now', 'relieved now', 'growing 3', 'steppedDown', 'large'],
    ],
  ];
  const words = (layer: LayerState, isRenewed = false): string => {
    const renewsIn = isRenewed ? 'now' : 'renewsIn' in layer ? layer.renewsIn : null;
    return renewsIn === null ? layer.name : `${layer.name} ${renewsIn}`;
  };
  const rows = transitions.flatMap(([from, next]) =>
    sights.map((sight, index) => ({ title: words(from), from, sight, expected: next[index] })),
  );
  test.each(rows)('$title, when $sight, to $expected', ({ from, sight, expected }) => {
    const { next, isRenewed } = nextLayer(from, sight);
    expect(words(next, isRenewed)).toBe(expected);
  });
});

let played: PlayedVideo;
let layer: VideoLayer;

beforeEach(() => {
  vi.useFakeTimers();
  stubResizeObserver();
});
afterEach(() => {
  layer?.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Plays a camera's video in a small tile. */
function start({ cameraHeight = source, isInView = true } = {}): void {
  played = new PlayedVideo('organ', { cameraHeight });
  played.setInView(isInView);
  played.told.length = 0;
  layer = new VideoLayer('organ', played.publication, played.element, () => undefined);
}

function pass(seconds: number, clientHeight: number, videoHeight: number): void {
  Object.assign(played.element, { clientHeight });
  played.show(videoHeight);
  vi.advanceTimersByTime(seconds * 1_000);
}

describe('LiveKit looks at a video again, which is out of view for a moment', () => {
  const told = () => played.told.map(({ disabled }) => (disabled ? 'off' : 'on'));

  /** A video that has the low layer at this height is not renewed for this long, then once, and never again. */
  function expectOneRenewal(afterSeconds: number, clientHeight: number): void {
    pass(afterSeconds, clientHeight, low);
    expect(told()).toEqual([]);
    pass(0.5, clientHeight, low);
    expect(told()).toEqual(['off', 'on']);
    pass(60, clientHeight, low);
    expect(told()).toHaveLength(2);
  }

  test('a video that has become large and keeps to the low layer is renewed once', () => {
    start();
    pass(60, 180, low);
    expectOneRenewal(3.9, 900);
  });

  test('so is one that was sharp, and small since', () => {
    start();
    pass(2, 900, source);
    pass(2, 180, low);
    expectOneRenewal(3.9, 900);
  });

  test('a video that LiveKit steps down is not: it is its to step up again', () => {
    start();
    pass(2, 900, low);
    pass(2, 900, source);
    pass(60, 900, low);
    expect(told()).toEqual([]);
  });

  test('nor is one that was sharp for a moment alone', () => {
    start();
    pass(2.1, 900, low);
    pass(0.3, 900, source);
    pass(60, 900, low);
    expect(told()).toEqual([]);
  });

  test('nor if it was out of view since', () => {
    start();
    pass(2.1, 900, low);
    pass(0.3, 900, source);
    pass(0.1, 900, low);
    played.setInView(false);
    pass(60, 900, low);
    played.setInView(true);
    played.told.length = 0;
    pass(60, 900, low);
    expect(told()).toEqual([]);
  });

  test('a video that was stepped down when it became small is renewed a while later', () => {
    start();
    pass(2, 900, source);
    pass(2, 900, low);
    expectOneRenewal(5.9, 180);
  });

  test('a video that the page keeps to the low layer counts as a small one', () => {
    start();
    pass(2, 900, low);
    played.publication.setVideoQuality(0);
    played.told.length = 0;
    pass(60, 900, low);
    expect(told()).toEqual(['off', 'on']);
  });

  test('out of view, the count stands still', () => {
    start();
    pass(2.1, 900, low);
    played.setInView(false);
    pass(60, 900, low);
    played.setInView(true);
    played.told.length = 0;
    expectOneRenewal(1.8, 900);
  });

  test('a camera that sends no more than the low layer has wants no more', () => {
    start({ cameraHeight: low });
    pass(60, 900, low);
    expect(told()).toEqual([]);
  });

  test('a video that leaves the view in the pause stays away', () => {
    start();
    pass(4, 900, low);
    played.setInView(false);
    pass(60, 900, low);
    expect(told()).toEqual(['off', 'off']);
  });
});

describe('a video that grows', () => {
  const told = () => played.told.map(({ disabled, width, height }) => (disabled ? 'hidden' : `${width}x${height}`));

  test('LiveKit hears at once that a video is too large for the low layer, as of one that comes into view', () => {
    start();
    played.resize(180);
    played.resize(360);
    expect(told()).toEqual([]);
    played.resize(720);
    expect(told()).toEqual(['1280x720', 'hidden', '1280x720']);
    played.resize(900);
    expect(told()).toHaveLength(3);
    played.resize(180);
    expect(told().slice(3)).toEqual(['320x180']);
    layer.stop();
    played.resize(720);
    expect(told()).toHaveLength(4);
  });

  test('a video that is out of view stays so', () => {
    start({ isInView: false });
    played.resize(180);
    played.resize(720);
    expect(told()).toEqual([]);
  });
});
