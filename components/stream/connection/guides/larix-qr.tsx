'use client';

import { QrImage } from '@/components/controls/qr-image';
import { buttonVariants } from '@/components/ui/button-variants';
import { isLoopbackHost } from '../use-srt-host';

interface LarixQrProps {
  link: string;
  /** The host in the link. */
  hostname: string;
}

/** A QR code that enters everything into Larix on a phone, and the same as a link on the phone itself. */
export function LarixQr({ link, hostname }: LarixQrProps) {
  if (isLoopbackHost(hostname)) {
    return (
      <p className="text-muted text-sm">
        A phone cannot reach {hostname}: choose another address above for its QR code.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <QrImage text={link} label="QR code for Larix" />
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
