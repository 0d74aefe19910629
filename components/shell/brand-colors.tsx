import { contrast, rgbOfHex } from '@/lib/browser/page/contrast';

interface BrandColorsProps {
  /** `#rrggbb`, for primary buttons on light pages. */
  light?: string;
  /** The same on dark pages. */
  dark?: string;
}

/** Whichever of black and white reads better on a colour. */
const textOn = (hex: string): string =>
  contrast(rgbOfHex(hex), [0, 0, 0]) > contrast(rgbOfHex(hex), [255, 255, 255]) ? '#000000' : '#ffffff';

const rule = (selector: string, hex: string | undefined): string =>
  hex ? `${selector}{--primary:${hex};--on-primary:${textOn(hex)}}` : '';

/** The operator's colours in place of ink. They come after the style sheet, and count more than it. */
export function BrandColors({ light, dark }: BrandColorsProps) {
  const css = rule('html:root,html .light', light) + rule('html.dark:root,html .dark', dark);
  return css ? <style>{css}</style> : null;
}
