import type { Size } from '../frame';
import { glyphHeight, glyphPoint, glyphWidth, plainText } from './glyphs';

const [background, bright, neutral] = [40, 180, 128];
const scales = { min: 3, max: 12 };
/** The text's share of the picture's width. */
const maxWidthShare = 0.8;

/** The picture in place of a camera that is not there: its event's name. @returns planes of 4:2:0, one behind the other */
export function drawSlate(text: string, { width, height }: Size): Buffer {
  const planes = Buffer.alloc((width * height * 3) / 2, neutral);
  planes.fill(background, 0, width * height);
  const letters = [...plainText(text)];
  const fitting = Math.floor((width * maxWidthShare) / (Math.max(1, letters.length) * (glyphWidth + 1)));
  const scale = Math.max(scales.min, Math.min(scales.max, fitting));
  const advance = (glyphWidth + 1) * scale;
  const shown = letters.slice(0, Math.floor((width * maxWidthShare) / advance));
  const left = Math.floor((width - shown.length * advance) / 2);
  const top = Math.floor((height - glyphHeight * scale) / 2);
  for (const [index, letter] of shown.entries()) {
    for (let y = 0; y < glyphHeight * scale; y++) {
      for (let x = 0; x < glyphWidth * scale; x++) {
        if (!glyphPoint(letter, Math.floor(x / scale), Math.floor(y / scale))) continue;
        planes[(top + y) * width + left + index * advance + x] = bright;
      }
    }
  }
  return planes;
}
