'use client';

import { useQuery } from '@tanstack/react-query';
import { cn } from '@/components/ui/cn';

interface QrImageProps {
  text: string;
  /** Says what the code opens. */
  label: string;
  className?: string;
}

/** A text as a QR code, black on white in both themes, with the margin that scanners need: four modules. */
export function QrImage({ text, label, className }: QrImageProps) {
  const { data: code } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => (await import('./qr-code')).qrCode(text),
    staleTime: Number.POSITIVE_INFINITY,
  });
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
