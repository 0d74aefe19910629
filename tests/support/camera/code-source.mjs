/*
 * A camera in front of /calibrate: raw yuv420p frames on standard output, in real time, each with the code of its
 * moment. Usage: node code-source.mjs WIDTH HEIGHT FPS LATE_MS, where LATE_MS is how late its frames come out.
 */
import { correction, generate, mode } from 'lean-qr';
import { codeTextAt } from '../../../lib/core/calibration-code.ts';

const [width = 640, height = 360, fps = 30, lateMs = 0] = process.argv.slice(2).map(Number);
const [dark, bright, gray] = [30, 220, 128];
const marginModules = 4;

function drawFrame(shownMs) {
  const code = generate(mode.numeric(codeTextAt(shownMs)), { minCorrectionLevel: correction.H });
  const modulePx = Math.floor(height / 2 / code.size);
  const sidePx = code.size * modulePx;
  const [left, top, marginPx] = [(width - sidePx) / 2, (height - sidePx) / 2, marginModules * modulePx];
  const frame = Buffer.alloc((width * height * 3) / 2, gray);
  for (let y = Math.round(top - marginPx); y < top + sidePx + marginPx; y++) {
    const row = y * width;
    frame.fill(bright, row + Math.round(left - marginPx), row + Math.round(left + sidePx + marginPx));
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, Math.floor((y - top) / modulePx))) continue;
      frame.fill(dark, row + Math.round(left + x * modulePx), row + Math.round(left + (x + 1) * modulePx));
    }
  }
  return frame;
}

const startMs = Date.now();
for (let index = 0; ; index++) {
  const waitMs = startMs + (index * 1_000) / fps - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  if (!process.stdout.write(drawFrame(Date.now() - lateMs))) {
    await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}
