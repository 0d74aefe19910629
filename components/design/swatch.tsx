'use client';

import { useEffect, useRef, useState } from 'react';
import { contrast } from '@/lib/browser/page/contrast';

interface Measured {
  value: string;
  ratio: number;
}

/** The 8-bit sRGB result of painting colors over each other. */
function paint(...colors: string[]): [number, number, number] {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  if (!context) throw new Error('This browser has no 2D canvas.');
  for (const color of colors) {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** Rounds away what the build adds: `oklch(0.9850001 0.002 254.98 / 0.12)` → `oklch(0.985 0.002 255 / 0.12)`. */
function shortened(color: string): string {
  const parts = color.match(/[\d.e-]+/g)?.map(Number) ?? [];
  const [lightness = 0, chroma = 0, hue = 0, alpha] = parts;
  const opacity = alpha === undefined ? '' : ` / ${Number(alpha.toFixed(2))}`;
  const hueOrNone = chroma < 0.0005 ? 0 : Math.round(hue);
  return `oklch(${Number(lightness.toFixed(3))} ${Number(chroma.toFixed(3))} ${hueOrNone}${opacity})`;
}

/** One token in the surrounding theme: its color, its value and its contrast to the canvas. */
export function Swatch({ name, use }: { name: string; use: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const [measured, setMeasured] = useState<Measured>();
  useEffect(() => {
    if (!ref.current) return;
    // The build may rewrite the token in another notation; this converts it back. Set here, because the page's security
    // policy forbids styles in its HTML.
    ref.current.style.color = `oklch(from var(--${name}) l c h / alpha)`;
    const { color, backgroundColor } = getComputedStyle(ref.current);
    setMeasured({ value: shortened(color), ratio: contrast(paint(backgroundColor, color), paint(backgroundColor)) });
  }, [name]);
  return (
    <div data-testid="swatch" className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-3">
      <div ref={ref} className="bg-canvas">
        <div className="h-10 rounded-md border bg-current" />
      </div>
      <div className="min-w-0">
        <p className="truncate font-medium">
          {name} <span className="font-normal text-muted">{use}</span>
        </p>
        <p className="min-h-4 truncate font-mono text-faint text-xs">{measured?.value}</p>
      </div>
      <p className="font-mono text-muted text-sm">{measured ? `${measured.ratio.toFixed(1)}:1` : ''}</p>
    </div>
  );
}
