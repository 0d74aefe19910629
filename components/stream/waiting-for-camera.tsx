'use client';

import { sourceForms } from '@/components/camera-source/source-forms';
import { previewPlaceholder } from '@/components/preview/preview-words';
import type { MemberStreamJson } from '@/lib/contracts/streams';

/** Shown while a stream is on and its camera has not connected yet: where to send. */
export function WaitingForCamera({ stream }: { stream: MemberStreamJson }) {
  const { status, source_kind: sourceKind } = stream.attributes;
  const { waitsFor, Address } = sourceForms[sourceKind];
  return (
    <div className="grid w-full max-w-md gap-3">
      <div>
        <p className="font-medium text-ink">{previewPlaceholder(status)}</p>
        <p className="text-sm">{waitsFor}</p>
      </div>
      {Address ? <Address stream={stream} hiddenLabel="Address for the encoder" /> : null}
    </div>
  );
}
