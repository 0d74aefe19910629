'use client';

import { useEffect, useRef } from 'react';
import { codeModules, drawCode } from './draw-code';

/** A code that says the time, anew with every step. White in both themes, with the margin that readers need. */
export function MovingCode() {
  const pathRef = useRef<SVGPathElement>(null);

  useEffect(() => {
    let frame = 0;
    let drawn = '';
    const draw = () => {
      const path = drawCode(Date.now());
      if (path !== drawn) pathRef.current?.setAttribute('d', path);
      drawn = path;
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, []);

  return (
    <svg
      viewBox={`-4 -4 ${codeModules + 8} ${codeModules + 8}`}
      role="img"
      aria-label="Moving code"
      shapeRendering="crispEdges"
      className="size-full bg-white text-black forced-color-adjust-none"
    >
      <path ref={pathRef} fill="currentColor" />
    </svg>
  );
}
