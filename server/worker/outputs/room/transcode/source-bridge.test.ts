import { expect, test } from 'vitest';
import { type LayerFormat, layerFormats } from './layer-format';
import { SourceBridge } from './source-bridge';

const frameTicks = 3_000;
const gopFrames = 60;

/** A bridge for a camera with 30 frames a second and a keyframe every two seconds. Sent frames read like `c5`, `e6`. */
function start({ isSlotFree = true } = {}) {
  const sent: string[] = [];
  const encoding: (LayerFormat | null)[] = [];
  const slots = { taken: 0, released: 0 };
  let keyframes = 0;
  const bridge = new SourceBridge({
    slot: {
      async take() {
        if (isSlotFree) slots.taken++;
        return isSlotFree ? layerFormats.source : null;
      },
      release: () => {
        slots.released++;
      },
    },
    send: (nals, ticks) => sent.push(`${nals[0]}${ticks / frameTicks}`),
    setEncoding: (format) => encoding.push(format),
    requestKeyframe: () => {
      keyframes++;
    },
    onFault: (error) => {
      throw error;
    },
  });
  let next = 0;
  const camera = (count = 1) => {
    for (; count > 0; count--, next++) {
      bridge.addAccessUnit({ nals: [Buffer.from('c')], ticks: next * frameTicks, isIdr: next % gopFrames === 0 });
    }
  };
  /** Decodes a frame, and encodes it if wanted. */
  const encoder = (index: number) => {
    const isWanted = bridge.isWanted(index * frameTicks);
    if (isWanted) bridge.onEncoded([Buffer.from('e')], index * frameTicks);
    return isWanted;
  };
  return { bridge, sent, encoding, slots, camera, encoder, keyframeCount: () => keyframes };
}

/** Runs up to the encoder's keyframe, frame 71. */
async function startBridging() {
  const started = start();
  started.camera(71);
  started.bridge.request();
  await Promise.resolve();
  started.encoder(70);
  started.camera();
  started.encoder(71);
  return started;
}

test('sends each frame once, from the camera until the decoder has nearly caught up', async () => {
  const { bridge, sent, encoding, camera, encoder, keyframeCount } = start();
  camera(70);
  bridge.request();
  await Promise.resolve();
  expect(encoding).toEqual([layerFormats.source]);
  camera(5);
  encoder(70);
  expect(keyframeCount()).toBe(0);
  camera(2);
  // No frame that viewers already had from the camera is encoded; the next becomes a keyframe.
  expect([74, 75, 76].map(encoder)).toEqual([false, false, false]);
  expect(keyframeCount()).toBe(1);
  camera(2);
  expect([77, 78].map(encoder)).toEqual([true, true]);
  expect(keyframeCount()).toBe(1);
  expect(sent.slice(-6)).toEqual(['c73', 'c74', 'c75', 'c76', 'e77', 'e78']);
});

test('hands back at the camera’s IDR picture, once the frames before it are out', async () => {
  const { sent, encoding, slots, camera, encoder } = await startBridging();
  for (let index = 72; index < 119; index++) {
    camera();
    encoder(index);
  }
  camera(2);
  expect(sent.at(-1)).toBe('e118');
  encoder(119);
  camera();
  encoder(120);
  expect(sent.slice(-4)).toEqual(['e118', 'e119', 'c120', 'c121']);
  expect(encoding).toEqual([layerFormats.source, null]);
  expect(slots).toEqual({ taken: 1, released: 1 });
});

test('does not wait for a frame that the encoder leaves out', async () => {
  const { sent, camera, encoder } = await startBridging();
  camera(49);
  encoder(118);
  expect(sent.at(-1)).toBe('e118');
  encoder(120);
  expect(sent.at(-1)).toBe('c120');
});

test('holds the camera up for 100 ms at most', async () => {
  const { sent, camera, slots } = await startBridging();
  camera(51);
  expect(sent.at(-1)).toBe('e71');
  camera();
  expect(sent.slice(-4)).toEqual(['c120', 'c121', 'c122', 'c123']);
  expect(slots.released).toBe(1);
});

test.each([
  ['the next IDR picture is near', 117, false],
  ['the next IDR picture is far', 100, true],
  ['the first GOP is not over', 59, true],
])('starts, unless a keyframe is near, when %s', async (_, frames, begins) => {
  const { bridge, camera, encoding } = start();
  camera(frames);
  expect(await bridge.request()).toBe(true);
  expect(encoding).toEqual(begins ? [layerFormats.source] : []);
});

test('does nothing on a busy machine, or for a camera that sends nothing', async () => {
  const busy = start({ isSlotFree: false });
  busy.camera(70);
  expect(await busy.bridge.request()).toBe(false);
  busy.camera();
  expect(busy.encoding).toEqual([]);
  expect(busy.sent.at(-1)).toBe('c70');
  const silent = start();
  expect(await silent.bridge.request()).toBe(true);
  expect(silent.encoding).toEqual([]);
});

test('gives up until the next GOP when the decoder is always late', async () => {
  const { bridge, camera, encoder, encoding, sent } = start();
  camera(70);
  bridge.request();
  await Promise.resolve();
  for (let index = 70; index < 86; index++) {
    camera(2);
    encoder(index - 5);
  }
  expect(encoding).toEqual([layerFormats.source, null]);
  expect(sent).toHaveLength(102);
  expect(await bridge.request()).toBe(false);
  expect(encoding).toHaveLength(2);
  camera(30);
  expect(await bridge.request()).toBe(true);
  expect(encoding).toHaveLength(3);
});

test('gives its place to others when the camera sends no keyframe', async () => {
  const { bridge, slots, encoding } = await startBridging();
  const push = (seconds: number) =>
    bridge.addAccessUnit({ nals: [], ticks: (71 + 30 * seconds) * frameTicks, isIdr: false });
  push(29);
  expect(slots.released).toBe(0);
  push(31);
  expect(slots.released).toBe(1);
  expect(encoding).toEqual([layerFormats.source]);
});

test('makes another keyframe for the next request, and ends when nobody watches', async () => {
  const { bridge, keyframeCount, slots, camera, sent } = await startBridging();
  bridge.request();
  expect(keyframeCount()).toBe(2);
  bridge.end();
  camera();
  expect(sent.at(-1)).toBe('c72');
  expect(slots.released).toBe(1);
});
