'use client';

import { useMemo, useRef } from 'react';
import { fromBase64 } from '@/lib/core/from-base64';
import { globePoint, globePoints } from './globe-points';
import { type Frame, useCanvasLoop } from './use-canvas-loop';

const turnMs = 60_000;
/** How far the north pole tilts towards the viewer. */
const tilt = 0.35;

/** The points on land: longitude in radians, and sine and cosine of the latitude. */
function readLand(dots: string): [longitude: number, sine: number, cosine: number][] {
  const bytes = fromBase64(dots);
  return Array.from({ length: globePoints }, (_, index) => index)
    .filter((index) => (bytes[index >> 3] ?? 0) & (1 << (index & 7)))
    .map((index) => {
      const { longitude, latitude } = globePoint(index);
      const radians = (latitude * Math.PI) / 180;
      return [(longitude * Math.PI) / 180, Math.sin(radians), Math.cos(radians)];
    });
}

function globeDrawing(dots: string): (frame: Frame) => void {
  const land = readLand(dots);
  return ({ context, width, height, timeMs }) => {
    const radius = Math.min(width, height) / 2 - 2;
    const turn = (timeMs / turnMs) * 2 * Math.PI;
    const size = radius / 90;
    context.translate(width / 2, height / 2);
    context.fillStyle = context.strokeStyle = getComputedStyle(context.canvas).color;
    context.globalAlpha = 0.2;
    context.beginPath();
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    context.stroke();
    for (const [longitude, sine, cosine] of land) {
      const depth = cosine * Math.cos(longitude + turn);
      const towards = depth * Math.cos(tilt) + sine * Math.sin(tilt);
      if (towards <= 0) continue;
      const x = radius * cosine * Math.sin(longitude + turn);
      const y = -radius * (sine * Math.cos(tilt) - depth * Math.sin(tilt));
      context.globalAlpha = 0.15 + 0.85 * towards;
      context.fillRect(x - size / 2, y - size / 2, size, size);
    }
    context.globalAlpha = 1;
  };
}

/** The globe, which turns once a minute. */
export function GlobeCanvas({ dots }: { dots: string }) {
  const ref = useRef<HTMLCanvasElement>(null);
  useCanvasLoop(
    ref,
    useMemo(() => globeDrawing(dots), [dots]),
  );
  return <canvas ref={ref} role="img" aria-label="A globe that turns slowly." className="size-full text-ink" />;
}
