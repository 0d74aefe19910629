import { describe, expect, test } from 'vitest';
import { planImages } from '../../tests/support/plan-images';
import { planFault, planLimits, readPlanImage } from './plan-image';

const bytesOf = (image: keyof typeof planImages) => Buffer.from(planImages[image], 'base64');
const place = 'GPS 47.37 N 8.54 E.';

/** A chunk as PNG has it; nobody here checks its sum. */
function pngChunk(type: string, text: string): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(text.length);
  return Buffer.concat([head, Buffer.from(type + text), Buffer.alloc(4)]);
}

function jpegSegment(marker: number, text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)]);
}

function webpChunk(type: string, text: string): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(text.length);
  return Buffer.concat([Buffer.from(type), head, Buffer.from(text), Buffer.alloc(text.length % 2)]);
}

function webpWith(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), head, body]);
}

const insert = (file: Buffer, at: number, part: Buffer) =>
  Buffer.concat([file.subarray(0, at), part, file.subarray(at)]);

describe('an image', () => {
  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['losslessWebp', 'image/webp'],
  ] as const)('%s is known by its bytes, with its size', (name, mediaType) => {
    expect(readPlanImage(bytesOf(name))).toMatchObject({ mediaType, width: 4, height: 3 });
  });

  const [png, jpeg, webp] = [bytesOf('png'), bytesOf('jpeg'), bytesOf('webp')];
  const picture = webp.subarray(12);
  /** Where its frame begins. */
  const frameAt = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
  test.each([
    ['PNG: Exif', insert(png, 33, pngChunk('eXIf', place))],
    ['PNG: texts', insert(png, 33, pngChunk('iTXt', place))],
    ['PNG: behind its end', Buffer.concat([png, Buffer.from(place)])],
    ['JPEG: Exif', insert(jpeg, 2, jpegSegment(0xe1, place))],
    ['JPEG: a thumbnail', insert(jpeg, 2, jpegSegment(0xe0, place))],
    ['JPEG: a comment', insert(jpeg, 2, jpegSegment(0xfe, place))],
    ['JPEG: between its scans', insert(jpeg, jpeg.length - 2, jpegSegment(0xe1, place))],
    ['JPEG: behind its end', Buffer.concat([jpeg, Buffer.from(place)])],
    ['WebP: Exif', webpWith(webpChunk('VP8X', '\x0c\0\0\0\x03\0\0\x02\0\0'), picture, webpChunk('EXIF', place))],
    ['WebP: XMP', webpWith(picture, webpChunk('XMP ', place))],
    ['WebP: behind its end', Buffer.concat([webp, Buffer.from(place)])],
  ])('is kept without where it was taken, in %s', (_, file) => {
    expect(file.includes(place)).toBe(true);
    const image = readPlanImage(file);
    expect(image).toMatchObject({ width: 4, height: 3 });
    expect(Buffer.from(image?.bytes ?? []).includes(place)).toBe(false);
    // The rest is an image, too, with nothing more to leave out.
    expect(readPlanImage(image?.bytes ?? new Uint8Array())).toEqual(image);
  });

  test('keeps its picture to the byte', () => {
    expect(Buffer.from(readPlanImage(insert(webp, webp.length, Buffer.from(place)))?.bytes ?? [])).toEqual(webp);
    expect(Buffer.from(readPlanImage(insert(jpeg, 2, jpegSegment(0xe1, place)))?.bytes ?? [])).toEqual(jpeg);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('a floor plan')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['GIF', Buffer.from('GIF89a\x01\0\x01\0')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['a WebP file without a picture', webpWith(webpChunk('EXIF', place))],
    [
      'a WebP file with a canvas that is larger than its picture',
      webpWith(webpChunk('VP8X', '\0\0\0\0\x7f\x7f\0\x7f\x7f\0'), picture),
    ],
    ['a WebP file with two pictures', webpWith(picture, picture)],
    ['a JPEG file with two frames', insert(jpeg, frameAt, jpegSegment(0xc0, '\x08\x7f\x7f\x7f\x7f\x01\x01\x11\0'))],
    ['a JPEG file without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ])('is not made of %s', (_, file) => {
    expect(readPlanImage(file)).toBeNull();
  });

  test.each(['png', 'jpeg', 'webp', 'losslessWebp'] as const)('%s that is cut off anywhere is none', (name) => {
    const file = bytesOf(name);
    for (let length = 0; length < file.length; length++) expect(readPlanImage(file.subarray(0, length))).toBeNull();
  });
});

test.each([
  [2_560, 1_440, 100, null],
  [2_561, 1_440, 100, planLimits.words.side],
  [1_440, 2_561, 100, planLimits.words.side],
  [401, 100, 100, planLimits.words.ratio],
  [100, 401, 100, planLimits.words.ratio],
  [100, 100, planLimits.imageBytes + 1, planLimits.words.imageBytes],
])('%s × %s pixels in %s bytes: %s', (width, height, byteLength, sentence) => {
  expect(planFault({ mediaType: 'image/png', width, height, bytes: new Uint8Array(byteLength) })).toBe(sentence);
});
