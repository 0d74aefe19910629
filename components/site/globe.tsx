'use client';

import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useInView } from '@/lib/browser/page/use-in-view';

type Drawing = ComponentType<{ dots: string }>;

/** The globe, which is loaded when it comes into view. */
export function Globe({ dots }: { dots: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const inView = useInView(ref, 0);
  const [Drawn, setDrawn] = useState<Drawing>();
  useEffect(() => {
    if (!inView) return;
    // The globe is decorative.
    import('./globe-canvas').then(
      ({ GlobeCanvas }) => setDrawn(() => GlobeCanvas),
      () => undefined,
    );
  }, [inView]);
  return (
    <div ref={ref} className="mx-auto aspect-square w-full max-w-md">
      {Drawn ? <Drawn dots={dots} /> : null}
    </div>
  );
}
