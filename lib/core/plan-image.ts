/** Limits of a floor plan, with the sentences for what exceeds them. */
export const planLimits = {
  /** Limits of the file that somebody chooses. */
  fileBytes: 20 * 1024 * 1024,
  filePixels: 50_000_000,
  /** Limits of the image that is kept. */
  imageBytes: 2 * 1024 * 1024,
  sidePx: 2_560,
  /** Longer ones would be a line on a phone. */
  ratio: 4,
  words: {
    type: 'A floor plan must be a PNG, JPEG or WebP image. Of a PDF, take a screenshot.',
    fileBytes: 'This file is larger than 20 MB. Choose a smaller one.',
    filePixels: 'This image has more than 50 megapixels. Choose a smaller one.',
    damaged: 'This image is damaged. Save it anew, or take a screenshot of it.',
    imageBytes: 'A floor plan can have at most 2 MB.',
    side: 'A floor plan can be at most 2560 pixels wide and high.',
    ratio: 'A floor plan can be at most four times as wide as high, or as high as wide.',
  },
} as const;

interface PlanSize {
  width: number;
  height: number;
}

export interface PlanImage extends PlanSize {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  /** The file without what is no picture: where and when it was taken, thumbnails, texts, and what follows its end. */
  bytes: Uint8Array;
}

/** Reads a PNG, JPEG or WebP file by its bytes. @returns null for what is none, or is cut off */
export function readPlanImage(file: Uint8Array): PlanImage | null {
  try {
    const image = readPng(file) ?? readJpeg(file) ?? readWebp(file);
    return image && image.width > 0 && image.height > 0 ? image : null;
  } catch (error) {
    // A length that points beyond the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Why an image cannot be kept as a floor plan, in one sentence; null: it can. */
export function planFault({ width, height, bytes }: PlanImage): string | null {
  const { words, imageBytes, sidePx, ratio } = planLimits;
  const long = Math.max(width, height);
  if (long > Math.min(width, height) * ratio) return words.ratio;
  if (long > sidePx) return words.side;
  return bytes.byteLength > imageBytes ? words.imageBytes : null;
}

const viewOf = (file: Uint8Array) => new DataView(file.buffer, file.byteOffset, file.byteLength);
const textAt = (file: Uint8Array, at: number, length: number) =>
  Array.from(file.subarray(at, at + length), (byte) => String.fromCharCode(byte)).join('');

/** A part of a file. @throws RangeError where the file ends before it does */
function slice(file: Uint8Array, from: number, to: number): Uint8Array {
  if (to > file.byteLength) throw new RangeError('the file is cut off');
  return file.subarray(from, to);
}

function joined(parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

const pngSignature = '\x89PNG\r\n\x1a\n';
/** The picture, its palette and how its colors are meant (PNG, third edition). An animation becomes its first picture. */
const pngChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND']);

function readPng(file: Uint8Array): PlanImage | null {
  if (textAt(file, 0, 8) !== pngSignature || textAt(file, 12, 4) !== 'IHDR') return null;
  const view = viewOf(file);
  const parts = [slice(file, 0, 8)];
  let type = '';
  for (let at = 8; type !== 'IEND'; ) {
    const end = at + 12 + view.getUint32(at);
    type = textAt(file, at + 4, 4);
    if (pngChunks.has(type)) parts.push(slice(file, at, end));
    at = end;
  }
  return { mediaType: 'image/png', width: view.getUint32(16), height: view.getUint32(20), bytes: joined(parts) };
}

/** Markers of JPEG (ITU-T T.81, table B.1). */
const jpeg = { startOfImage: 0xd8, endOfImage: 0xd9, startOfScan: 0xda, comment: 0xfe, adobe: 0xee } as const;
/** The length of the segment that says how Adobe's programs have mixed the colors. */
const adobeLength = 14;

function readJpeg(file: Uint8Array): PlanImage | null {
  const view = viewOf(file);
  if (file.byteLength < 4 || view.getUint16(0) !== 0xff00 + jpeg.startOfImage) return null;
  const parts = [slice(file, 0, 2)];
  let [width, height, hasScan] = [0, 0, false];
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // A marker may be preceded by any number of these.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === jpeg.endOfImage) {
      parts.push(slice(file, at, at + 2));
      return hasScan ? { mediaType: 'image/jpeg', width, height, bytes: joined(parts) } : null;
    }
    const length = view.getUint16(at + 2);
    let end = at + 2 + length;
    if (isFrame(marker)) {
      // With two frames, each program would take another one's size.
      if (width > 0) return null;
      [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
    }
    if (marker === jpeg.startOfScan) {
      hasScan = true;
      end = scanEnd(file, end);
    }
    const isApplication = marker >= 0xe0 && marker <= 0xef && !(marker === jpeg.adobe && length === adobeLength);
    if (!isApplication && marker !== jpeg.comment) parts.push(slice(file, at, end));
    at = end;
  }
}

/** Whether a marker begins a frame, which has the picture's size. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** The end of a scan's coded data: the next marker that is neither a restart nor a stuffed byte. */
function scanEnd(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 2)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new RangeError('the file is cut off');
}

/** The flag of an extended WebP file that says that its picture has transparent parts. */
const webpHasAlpha = 0x10;

function readWebp(file: Uint8Array): PlanImage | null {
  if (textAt(file, 0, 4) !== 'RIFF' || textAt(file, 8, 4) !== 'WEBP') return null;
  const view = viewOf(file);
  const endOfFile = 8 + view.getUint32(4, true);
  const parts: Uint8Array[] = [];
  let size: PlanSize | null = null;
  let canvas: PlanSize | null = null;
  for (let at = 12; at < endOfFile; ) {
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    const type = textAt(file, at, 4);
    const chunk = slice(file, at, end);
    if (type === 'VP8 ' || type === 'VP8L') {
      if (size) return null;
      size = type === 'VP8 ' ? lossySize(view, at + 8) : losslessSize(view, at + 8);
    }
    if (type === 'VP8X') canvas = canvasSize(view, at + 8);
    if (type === 'VP8X') parts.push(chunk.map((byte, index) => (index === 8 ? byte & webpHasAlpha : byte)));
    else if (type === 'VP8 ' || type === 'VP8L' || type === 'ALPH') parts.push(chunk);
    at = end;
  }
  // The canvas is what a program makes room for, however small the picture on it is.
  if (!size || (canvas && (canvas.width !== size.width || canvas.height !== size.height))) return null;
  const body = joined(parts);
  const header = slice(file, 0, 12).slice();
  viewOf(header).setUint32(4, 4 + body.byteLength, true);
  return { mediaType: 'image/webp', ...size, bytes: joined([header, body]) };
}

/** RFC 6386, section 9.1. */
const lossySize = (view: DataView, at: number) => ({
  width: view.getUint16(at + 6, true) & 0x3fff,
  height: view.getUint16(at + 8, true) & 0x3fff,
});

/** RFC 9649, section 2.7. */
const canvasSize = (view: DataView, at: number) => ({
  width: 1 + (view.getUint32(at + 3, true) >>> 8),
  height: 1 + (view.getUint32(at + 6, true) >>> 8),
});

/** RFC 9649, section 3.4. */
function losslessSize(view: DataView, at: number) {
  const bits = view.getUint32(at + 1, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
