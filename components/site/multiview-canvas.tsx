'use client';

import { useRef } from 'react';
import { drawMultiview } from './draw-multiview';
import { useCanvasLoop } from './use-canvas-loop';

/** A working multiview without cameras, drawn in the browser. */
export function MultiviewCanvas() {
  const ref = useRef<HTMLCanvasElement>(null);
  useCanvasLoop(ref, drawMultiview);
  return (
    <canvas
      ref={ref}
      role="img"
      aria-label="Six test pictures with names, timecode and meters. One is on air, one is next, and one is lost now and then."
      className="dark block aspect-[16/15] w-full rounded-lg bg-well font-mono text-live sm:aspect-[12/5]"
    />
  );
}
