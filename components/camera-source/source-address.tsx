'use client';

import { CopyLine } from '@/components/controls/copy-line';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { ingestAddress, srtSecrets } from './connection-strings';
import { useRtmpAddress, useSrtHost, useWhipAddress } from './ingest-addresses';

interface SourceAddressProps {
  stream: MemberStreamJson;
  /** Replaces the label, for those who cannot see that there is none. */
  hiddenLabel?: string;
}

export function SrtAddress({ stream, hiddenLabel }: SourceAddressProps) {
  const address = ingestAddress(useSrtHost(), srtSecrets(stream), stream.attributes.latency_ms);
  return (
    <CopyLine isWhole label={hiddenLabel ?? 'Ingest address'} value={address} hideLabel={hiddenLabel !== undefined} />
  );
}

/** The address with the key at its end, as encoders with one field take it. */
export function RtmpAddress({ stream, hiddenLabel }: SourceAddressProps) {
  const address = `${useRtmpAddress()}/${stream.attributes.stream_key}`;
  return (
    <CopyLine isWhole label={hiddenLabel ?? 'RTMP address'} value={address} hideLabel={hiddenLabel !== undefined} />
  );
}

export function WhipAddress({ stream, hiddenLabel }: SourceAddressProps) {
  const address = useWhipAddress(stream.attributes.stream_key);
  return (
    <CopyLine isWhole label={hiddenLabel ?? 'WHIP address'} value={address} hideLabel={hiddenLabel !== undefined} />
  );
}
