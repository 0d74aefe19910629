'use client';

import { correction, generate, mode } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useEffect, useRef } from 'react';
import { codeTextAt } from '@/lib/core/calibration-code';

/** The side of each code, in modules. */
const codeModules = 21;

/** A code as an SVG path. The most correction: lenses blur, and frames blend. */
const drawCode = (text: string): string =>
  toSvgPath(generate(mode.numeric(text), { minCorrectionLevel: correction.H }));

/** A code that says the time, anew with every step. White in both themes, with the margin that readers need. */
export function MovingCode() {
  const pathRef = useRef<SVGPathElement>(null);

  useEffect(() => {
    let frame = 0;
    let drawn = '';
    const draw = () => {
      const text = codeTextAt(Date.now());
      if (text !== drawn) pathRef.current?.setAttribute('d', drawCode(text));
      drawn = text;
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
