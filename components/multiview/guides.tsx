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
interface Inset {
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

interface PictureGuidesProps {
  guides: Guides;
  /** The picture's width by its height. */
  aspect: number;
}

/** Safe areas, center cross and aspect mask over a picture, which lies in the middle of its tile. */
export function PictureGuides({ guides, aspect }: PictureGuidesProps) {
  const { mask } = guides;
  if (!mask && !guides.safeAreas && !guides.centerCross) return null;
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      fill="none"
      aria-hidden
      data-testid="picture-guides"
      style={{ aspectRatio: aspect, width: `min(100cqw, ${100 * aspect}cqh)` }}
      className="pointer-events-none absolute top-1/2 left-1/2 -translate-1/2"
    >
      {mask ? <path d={around(maskedPart(mask, aspect))} fill="#000" fillOpacity="0.75" /> : null}
      <path d={linesOf(guides)} stroke="#000" strokeOpacity="0.6" strokeWidth="3" vectorEffect="non-scaling-stroke" />
      <path d={linesOf(guides)} stroke="#fff" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** A path around all but a part. */
const around = ({ x, y, width, height }: Inset): string =>
  `M0 0h100v100h-100zM${x} ${y}v${height}h${width}v${-height}z`;

const outline = ({ x, y, width, height }: Inset): string => `M${x} ${y}h${width}v${height}h${-width}z`;

const linesOf = (guides: Guides): string =>
  (guides.safeAreas ? safeAreas.map(outline).join('') : '') + (guides.centerCross ? 'M46 50h8M50 46v8' : '');
