import { contrast, rgbOfHex } from '@/lib/browser/page/contrast';

interface BrandColorsProps {
  /** `#rrggbb`, for primary buttons on light pages. */
  light?: string;
  /** The same for dark pages. */
  dark?: string;
  /** The page's, without which its style sheet does not count. */
  nonce?: string;
}

/** Black or white, whichever has the higher contrast to a color. */
const textOn = (hex: string): string =>
  contrast(rgbOfHex(hex), [0, 0, 0]) > contrast(rgbOfHex(hex), [255, 255, 255]) ? '#000000' : '#ffffff';

const rule = (selector: string, hex: string | undefined): string =>
  hex ? `${selector}{--primary:${hex};--on-primary:${textOn(hex)}}` : '';

/** Replaces ink by the operator's colors. It follows the style sheet, and so overrides it. */
export function BrandColors({ light, dark, nonce }: BrandColorsProps) {
  const css = rule('html:root,html .light', light) + rule('html.dark:root,html .dark', dark);
  return css ? <style nonce={nonce}>{css}</style> : null;
}
