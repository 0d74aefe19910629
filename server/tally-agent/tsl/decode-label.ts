const utf8 = new TextDecoder('utf-8');
const replacement = '\ufffd';
const maxCutBytes = 3;
/** Where Windows has letters in place of Latin-1's control characters, from 0x80 on. */
const windowsLetters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes a display's text. Senders use UTF-8 or Latin-1 without saying which. */
export const decodeLabel = (bytes: Uint8Array): string => cleanLabel(decodeUtf8(bytes) ?? decodeLatin1(bytes));

/** A label without its padding and what a sender left behind a NUL. Other control characters, which no name has, become spaces. */
export const cleanLabel = (text: string): string =>
  (text.replace(/^\0+/, '').split('\0', 1)[0] ?? '').replaceAll(/\p{Cc}+/gu, ' ').trim();

/** @returns null for what is no UTF-8; a last character that the field's end has cut is left out */
function decodeUtf8(bytes: Uint8Array): string | null {
  for (let cut = 0; cut <= maxCutBytes; cut++) {
    const text = utf8.decode(bytes.subarray(0, Math.max(0, bytes.length - cut)));
    // Behind plain ASCII, what looks like a cut character may as well be a letter of Latin-1.
    if (!text.includes(replacement)) return cut > 0 && [...text].every((letter) => letter < '\x80') ? null : text;
  }
  return null;
}

const decodeLatin1 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => windowsLetters[byte - 0x80] ?? String.fromCharCode(byte)).join('');
