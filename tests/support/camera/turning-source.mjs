/*
 * A camera for tests that turns. Writes raw yuv420p frames of upright bars to standard output in real time. Each line on
 * standard input is how fast it turns from then on, in pixels a frame.
 * Usage: node turning-source.mjs WIDTH HEIGHT FPS
 */
import { createInterface } from 'node:readline';

const [width, height, fps] = process.argv.slice(2, 5).map(Number);
const barPx = 32;
const frame = Buffer.alloc((width * height * 3) / 2, 128);
let speedPx = 0;
let turnedPx = 0;
createInterface({ input: process.stdin }).on('line', (line) => {
  speedPx = Number(line);
});

const startMs = Date.now();
for (let index = 0; ; index++) {
  const waitMs = startMs + (index * 1000) / fps - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  turnedPx += speedPx;
  for (let x = 0; x < width; x++) frame[x] = Math.floor((x + turnedPx) / barPx) % 2 === 0 ? 60 : 190;
  for (let y = 1; y < height; y++) frame.copy(frame, y * width, 0, width);
  if (!process.stdout.write(frame)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
