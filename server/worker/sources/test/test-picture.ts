import { barcodeAt, barcodeBars } from '@/lib/core/barcode';
import { glyphHeight, glyphPoint, glyphWidth, plainText } from '@/lib/media/pictures/glyphs';

export const pictureSize = { width: 960, height: 540 } as const;

/** The picture is bright, and the tone sounds, for so long from each full second on. */
export const flashMs = 100;

const { width, height } = pictureSize;
const chromaWidth = width / 2;
const lumaBytes = width * height;
const chromaBytes = lumaBytes / 4;
const [black, gray, bright] = [16, 60, 235];
const neutral = 128;
/** Y, Cb and Cr of colour bars of 75 % (ITU-R BT.709). */
const colors = [
  [180, 128, 128],
  [168, 44, 136],
  [145, 147, 44],
  [133, 63, 52],
  [63, 193, 204],
  [51, 109, 212],
  [28, 212, 120],
] as const;

const barcodeHeight = Math.floor(height / 16);
const colorRows = { top: 36, bottom: 204 };
const marginX = 48;
const numberAt = { x: marginX, y: 246, scale: 15 };
const nameAt = { y: 273, scale: 7 };
const clockAt = { x: marginX, y: 408, scale: 9 };
const flashAt = { x: 792, y: 238, side: 120 };
const sweepRows = { top: 516, bottom: 528 };

const advance = (scale: number): number => (glyphWidth + 1) * scale;

/** Draws a camera's number and name, colour bars, the time of day, and the barcode that machines read. */
export class TestPicture {
  /** Planes of 4:2:0, one behind the other. */
  readonly data = Buffer.alloc(lumaBytes + 2 * chromaBytes, neutral);

  #clock = '';

  constructor(number: number, name: string) {
    this.data.fill(black, 0, lumaBytes);
    for (const [index, [luma, cb, cr]] of colors.entries()) this.#drawColor(index, luma, cb, cr);
    this.#write(String(number), numberAt);
    const nameX = numberAt.x + String(number).length * advance(numberAt.scale) + marginX / 2;
    const letters = Math.floor((flashAt.x - nameX) / advance(nameAt.scale));
    this.#write(plainText(name).slice(0, letters), { x: nameX, y: nameAt.y, scale: nameAt.scale });
  }

  /** Brings the picture to a moment. @param ms since 1970, a whole number: the frame's time of capture */
  draw(ms: number): void {
    const barWidth = width / barcodeBars;
    for (const [bar, isBright] of barcodeAt(ms).entries()) {
      this.data.fill(isBright ? bright : black, bar * barWidth, (bar + 1) * barWidth);
    }
    for (let row = 1; row < barcodeHeight; row++) this.data.copyWithin(row * width, 0, width);
    const clock = `${new Date(ms).toISOString().slice(11, 23)} UTC`;
    this.#write(clock, clockAt, this.#clock);
    this.#clock = clock;
    const sinceSecondMs = ms % 1_000;
    const { side, x, y } = flashAt;
    this.#fill({ x, y, width: side, height: side }, sinceSecondMs < flashMs ? bright : gray);
    const sweepX = Math.round((sinceSecondMs / 1_000) * width);
    const sweepHeight = sweepRows.bottom - sweepRows.top;
    this.#fill({ x: 0, y: sweepRows.top, width: sweepX, height: sweepHeight }, bright);
    this.#fill({ x: sweepX, y: sweepRows.top, width: width - sweepX, height: sweepHeight }, gray);
  }

  #drawColor(index: number, luma: number, cb: number, cr: number): void {
    const edge = (bar: number) => 2 * Math.round((bar * chromaWidth) / colors.length);
    const [left, right] = [edge(index), edge(index + 1)];
    const { top, bottom } = colorRows;
    this.#fill({ x: left, y: top, width: right - left, height: bottom - top }, luma);
    for (const [plane, value] of [cb, cr].entries()) {
      const start = lumaBytes + plane * chromaBytes;
      for (let row = top / 2; row < bottom / 2; row++) {
        const at = start + row * chromaWidth;
        this.data.fill(value, at + left / 2, at + right / 2);
      }
    }
  }

  /** @param before what stands there: equal letters are left as they are */
  #write(text: string, { x, y, scale }: { x: number; y: number; scale: number }, before = ''): void {
    for (const [index, letter] of [...text].entries()) {
      if (letter === before[index]) continue;
      for (let point = 0; point < glyphWidth * glyphHeight; point++) {
        const [column, row] = [point % glyphWidth, Math.floor(point / glyphWidth)];
        this.#fill(
          { x: x + index * advance(scale) + column * scale, y: y + row * scale, width: scale, height: scale },
          glyphPoint(letter, column, row) ? bright : black,
        );
      }
    }
  }

  #fill(area: { x: number; y: number; width: number; height: number }, luma: number): void {
    for (let row = area.y; row < area.y + area.height; row++) {
      this.data.fill(luma, row * width + area.x, row * width + area.x + area.width);
    }
  }
}
