'use client';

import { useProduct } from './product';

/** The product's mark: a lens resting on a sight line, or the operator's own image. Beside the name, which says it. */
export function BrandMark({ className }: { className: string }) {
  const { markUrl } = useProduct();
  // biome-ignore lint/performance/noImgElement: the operator's image may be anywhere, and is small
  if (markUrl) return <img src={markUrl} alt="" className={className} />;
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden className={className}>
      <circle cx="12" cy="10.5" r="6" strokeWidth="2" />
      <path d="M2 18.5h20" strokeWidth="1.5" />
    </svg>
  );
}
