export const glyphWidth = 5;
export const glyphHeight = 7;

/** Letters of five by seven points, a row each: the highest of five bits is the left point. */
const glyphs: Record<string, string> = {
  '0': '0e11131519110e',
  '1': '040c040404040e',
  '2': '0e11010204081f',
  '3': '1f02040201110e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1c12111111121c',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101713110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11111915131111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '11111115151b11',
  X: '11110a040a1111',
  Y: '1111110a040404',
  Z: '1f01020408101f',
  ':': '000c0c000c0c00',
  '.': '00000000000c0c',
  '-': '0000001f000000',
  '/': '00010204081000',
  '&': '0c12140815120d',
  '+': '0004041f040400',
  '#': '0a0a1f0a1f0a0a',
  "'": '04040800000000',
  '(': '02040808080402',
  ')': '08040202020408',
  ',': '000000000c0408',
  _: '0000000000001f',
};

/** Shown for letters that have no points. */
const unknown = '1f11111111111f';

/** The text in letters that {@link glyphPoint} knows: capitals without accents. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase();

/** Whether a point of a letter is bright. @param x from the left, of {@link glyphWidth} @param y from the top */
export function glyphPoint(letter: string, x: number, y: number): boolean {
  if (letter === ' ') return false;
  const row = Number.parseInt((glyphs[letter] ?? unknown).slice(y * 2, y * 2 + 2), 16);
  return ((row >> (glyphWidth - 1 - x)) & 1) === 1;
}
