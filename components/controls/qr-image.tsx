'use client';

import { useEffect, useState } from 'react';
import { cn } from '@/components/ui/cn';

interface QrImageProps {
  text: string;
  /** Says what the code opens. */
  label: string;
  className?: string;
}

/** A text as a QR code, black on white in both themes, with the margin that scanners need: four modules. */
export function QrImage({ text, label, className }: QrImageProps) {
  const [code, setCode] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    let isOver = false;
    // A code that does not load leaves its place empty: the link is beside it.
    void import('./qr-code').then(
      ({ qrCode }) => isOver || setCode(qrCode(text)),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [text]);
  return (
    <div className={cn('size-52 rounded-md bg-white p-1 text-black', className)}>
      {code ? (
        <svg
          viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`}
          role="img"
          aria-label={label}
          shapeRendering="crispEdges"
          className="size-full forced-color-adjust-none"
        >
          <path d={code.path} fill="currentColor" />
        </svg>
      ) : null}
    </div>
  );
}
