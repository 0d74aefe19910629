'use client';

import { previewPlaceholder } from '@/components/preview/preview-words';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { ingestAddress, srtSecrets } from './connection-strings';
import { CopyLine } from './copy-line';
import { useSrtHost } from './use-srt-host';
import { useWhipAddress } from './use-whip-address';

/** Shown while a stream is on and its camera has not connected yet: where to send. */
export function WaitingForCamera({ stream }: { stream: MemberStreamJson }) {
  const { status, stream_key: streamKey, latency_ms: latencyMs, source_kind: sourceKind } = stream.attributes;
  const srtAddress = ingestAddress(useSrtHost(), srtSecrets(stream), latencyMs);
  const whipAddress = useWhipAddress(streamKey);
  const isPhone = sourceKind === 'phone';
  return (
    <div className="grid w-full max-w-md gap-3">
      <div>
        <p className="font-medium text-ink">{previewPlaceholder(status)}</p>
        <p className="text-sm">
          {isPhone
            ? 'Open the camera link on the phone, or send WHIP to this address.'
            : 'Send SRT from your encoder to this address.'}
        </p>
      </div>
      <CopyLine isWhole label="Address for the encoder" value={isPhone ? whipAddress : srtAddress} hideLabel />
    </div>
  );
}
