'use client';

import { sourceAddresses } from '@/components/camera-source/source-address';
import { previewPlaceholder } from '@/components/preview/preview-words';
import type { MemberStreamJson } from '@/lib/contracts/streams';

/** Shown while a stream is on and its camera has not connected yet: where to send. */
export function WaitingForCamera({ stream }: { stream: MemberStreamJson }) {
  const { status, source_kind: sourceKind } = stream.attributes;
  const { waitsFor, Address } = sourceAddresses[sourceKind];
  return (
    <div className="grid w-full max-w-md gap-3">
      <div>
        <p className="font-medium text-ink">{previewPlaceholder(status)}</p>
        <p className="text-sm">{waitsFor}</p>
      </div>
      <Address stream={stream} hiddenLabel="Address for the encoder" />
    </div>
  );
}
