'use client';

import type { ReactNode } from 'react';
import { CopyLine } from '@/components/controls/copy-line';
import type { SourceKind } from '@/lib/contracts/source-kinds';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { ingestAddress, srtSecrets } from './connection-strings';
import { useRtmpAddress, useSrtHost, useWhipAddress } from './ingest-addresses';
import { PullAddress } from './pull-address';

interface SourceAddressProps {
  stream: MemberStreamJson;
  /** Replaces the label, for those who cannot see that there is none. */
  hiddenLabel?: string;
}

/** Tells by its kind of source what a camera that is on waits for, and at which address it comes. */
export const sourceAddresses: Record<
  SourceKind,
  { waitsFor: string; Address: (props: SourceAddressProps) => ReactNode }
> = {
  srt: { waitsFor: 'Send SRT from your encoder to this address.', Address: SrtAddress },
  phone: { waitsFor: 'Open the camera link on the phone, or send WHIP to this address.', Address: WhipAddress },
  rtmp: { waitsFor: 'Send RTMP from your encoder to this address.', Address: RtmpAddress },
  pull: {
    waitsFor: 'The server connects to this address.',
    Address: ({ stream }) => <PullAddress stream={stream} />,
  },
  file: { waitsFor: 'The recording is about to start.', Address: () => null },
  program: { waitsFor: 'The program is about to start. It shows the camera on air.', Address: () => null },
  replay: { waitsFor: 'The replay is about to start. Cue a clip then.', Address: () => null },
  test: { waitsFor: 'The test picture is about to start.', Address: () => null },
};

function SrtAddress({ stream, hiddenLabel }: SourceAddressProps) {
  const address = ingestAddress(useSrtHost(), srtSecrets(stream), stream.attributes.latency_ms);
  return (
    <CopyLine isWhole label={hiddenLabel ?? 'Ingest address'} value={address} hideLabel={hiddenLabel !== undefined} />
  );
}

/** The address with the key at its end, as encoders with one field take it. */
function RtmpAddress({ stream, hiddenLabel }: SourceAddressProps) {
  const address = `${useRtmpAddress()}/${stream.attributes.stream_key}`;
  return (
    <CopyLine isWhole label={hiddenLabel ?? 'RTMP address'} value={address} hideLabel={hiddenLabel !== undefined} />
  );
}

function WhipAddress({ stream, hiddenLabel }: SourceAddressProps) {
  const address = useWhipAddress(stream.attributes.stream_key);
  return (
    <CopyLine isWhole label={hiddenLabel ?? 'WHIP address'} value={address} hideLabel={hiddenLabel !== undefined} />
  );
}
