/** Shapes that a picture may be cut to. */
export const aspectMasks = ['4:3', '1:1', '9:16', '2.39:1'] as const;
export type AspectMask = (typeof aspectMasks)[number];

/** Framing guides that are drawn over the pictures. */
export interface Guides {
  safeAreas: boolean;
  centerCross: boolean;
  mask: AspectMask | null;
}

/** A rectangle in the middle of a picture, in percent of its width and height. */
export interface Inset {
  x: number;
  y: number;
  width: number;
  height: number;
}

const middle = (width: number, height: number): Inset => ({
  x: (100 - width) / 2,
  y: (100 - height) / 2,
  width,
  height,
});

/** Where action and graphics stay visible on every screen. Source: EBU R 95, for pictures of 16:9. */
export const safeAreas: readonly Inset[] = [middle(93, 93), middle(90, 90)];

/** The part of a picture that a mask leaves. @param aspect the picture's width by its height */
export function maskedPart(mask: AspectMask, aspect: number): Inset {
  const [width = 1, height = 1] = mask.split(':').map(Number);
  const relative = width / height / aspect;
  return relative < 1 ? middle(100 * relative, 100) : middle(100, 100 / relative);
}
