import { type Guides, type Inset, maskedPart, safeAreas } from './guides';

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
