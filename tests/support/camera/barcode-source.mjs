/*
 * A camera for tests. Writes raw yuv420p frames to standard output in real time, each with its capture time as a barcode.
 * Usage: node barcode-source.mjs WIDTH HEIGHT FPS [textured|plain [START_MS]].
 *
 * The bars of lib/core/barcode.ts fill the top sixteenth of the frame. `textured` adds noise, so that an encoder really
 * spends its bitrate. With START_MS, milliseconds since 1970, capture times are evenly spaced from then on, and
 * a late source counts as a slow encoder.
 */
import { barcodeAt, barcodeBars } from '../../../lib/core/barcode.ts';

const [width, height, fps] = process.argv.slice(2, 5).map(Number);
const isTextured = process.argv[5] === 'textured';

const frame = Buffer.alloc((width * height * 3) / 2, 128);
for (let y = 0; y < height; y++) {
  for (let x = 0; x < width; x++) frame[y * width + x] = 60 + (x * 120) / width + (y % 40 < 20 ? 20 : 0);
}
const still = Buffer.from(frame.subarray(0, width * height));
const noise = Buffer.from(Array.from({ length: width * 64 }, () => 90 + Math.random() * 40));

function drawBarcode(timeMs) {
  const barWidth = width / barcodeBars;
  for (const [bar, isBright] of barcodeAt(timeMs).entries()) {
    frame.fill(isBright ? 235 : 16, Math.round(bar * barWidth), Math.round((bar + 1) * barWidth));
  }
  for (let y = 1; y < height / 16; y++) frame.copy(frame, y * width, 0, width);
}

function drawScene(index) {
  const top = Math.floor(height / 4);
  const size = Math.floor(height / 8);
  still.copy(frame, top * width, top * width, (top + size) * width);
  const x = (index * 7) % (width - size);
  for (let y = top; y < top + size; y++) frame.fill(200, y * width + x, y * width + x + size);
  if (!isTextured) return;
  for (let y = Math.floor(height / 2); y < height; y++) {
    const start = Math.floor(Math.random() * (noise.length - width));
    noise.copy(frame, y * width, start, start + width);
  }
}

const givenStartMs = process.argv[6] && Number(process.argv[6]);
const startMs = givenStartMs ?? Date.now();
for (let index = 0; ; index++) {
  const dueMs = startMs + (index * 1000) / fps;
  const waitMs = dueMs - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  drawScene(index);
  drawBarcode(givenStartMs ? Math.round(dueMs) : Date.now());
  if (!process.stdout.write(frame)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
