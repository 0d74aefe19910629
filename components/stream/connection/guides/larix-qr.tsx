'use client';

import { useQuery } from '@tanstack/react-query';
import { buttonVariants } from '@/components/ui/button-variants';
import { isLoopbackHost } from '../use-srt-host';

interface LarixQrProps {
  link: string;
  /** The host in the link. */
  hostname: string;
}

/** A QR code that enters everything into Larix on a phone, and the same as a link on the phone itself. */
export function LarixQr({ link, hostname }: LarixQrProps) {
  const { data: code } = useQuery({
    queryKey: ['qr-code', link],
    queryFn: async () => (await import('./qr-code')).qrCode(link),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isLoopbackHost(hostname)) {
    return (
      <p className="text-muted text-sm">
        A phone cannot reach {hostname}: choose another address above for its QR code.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      {/* White in both themes, with the margin that scanners need: four modules. */}
      <div className="size-52 rounded-md bg-white p-1 text-black">
        {code ? (
          <svg
            viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`}
            role="img"
            aria-label="QR code for Larix"
            shapeRendering="crispEdges"
            className="size-full forced-color-adjust-none"
          >
            <path d={code.path} fill="currentColor" />
          </svg>
        ) : null}
      </div>
      <div className="grid min-w-48 flex-1 gap-2 text-sm">
        <p className="text-muted">
          Scan this with the phone’s camera: Larix opens with everything entered. It holds the key.
        </p>
        <a href={link} className={buttonVariants({ className: 'justify-self-start' })}>
          Open in Larix
        </a>
      </div>
    </div>
  );
}
