'use client';

import { previewPlaceholder } from '@/components/preview/preview-words';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { ingestAddress, srtSecrets } from './connection-strings';
import { CopyLine } from './copy-line';
import { useSrtHost } from './use-srt-host';

/** Shown while a stream is on and its camera has not connected yet: where to send. */
export function WaitingForCamera({ stream }: { stream: MemberStreamJson }) {
  const address = ingestAddress(useSrtHost(), srtSecrets(stream), stream.attributes.latency_ms);
  return (
    <div className="grid w-full max-w-md gap-3">
      <div>
        <p className="font-medium text-ink">{previewPlaceholder(stream.attributes.status)}</p>
        <p className="text-sm">Send SRT from your encoder to this address.</p>
      </div>
      <CopyLine label="Address for the encoder" value={address} hideLabel />
    </div>
  );
}
