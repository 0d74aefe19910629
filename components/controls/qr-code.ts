import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** A text as a QR code: its side in modules, and the dark ones as an SVG path. Apart, so that it is loaded on demand. */
export function qrCode(text: string): { size: number; path: string } {
  // The least correction: a screen is clean, and larger modules are read from further away.
  const code = generate(text);
  return { size: code.size, path: toSvgPath(code) };
}
