'use client';

import { useEffect, useRef, useState } from 'react';
import { contrast } from '@/lib/client/contrast';

interface Measured {
  value: string;
  ratio: number;
}

/** What the browser makes of a colour, as 8-bit sRGB. */
function paint(colour: string): [number, number, number] {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  if (!context) throw new Error('This browser has no 2D canvas.');
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** One token as it is in force here: its colour, its value, its contrast to the canvas. */
export function Swatch({ name, use }: { name: string; use: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const [measured, setMeasured] = useState<Measured>();
  useEffect(() => {
    if (!ref.current) return;
    const style = getComputedStyle(ref.current);
    const value = style.getPropertyValue(`--${name}`).trim();
    setMeasured({ value, ratio: contrast(paint(value), paint(style.getPropertyValue('--n1').trim())) });
  }, [name]);
  return (
    <div ref={ref} className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-3">
      <div className="h-10 rounded-md border" style={{ background: `var(--${name})` }} />
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
