'use client';

import type { ReactNode } from 'react';
import { sourceAddresses } from '@/components/camera-source/source-address';
import { previewPlaceholder } from '@/components/preview/preview-words';
import { Button } from '@/components/ui/button';
import { useStreamPower } from '@/lib/browser/data/use-stream-power';
import { isMemberStream } from '@/lib/contracts/is-member-stream';
import type { MemberStreamJson, StreamJson } from '@/lib/contracts/streams';
import { showPowerFailure } from './power-switch';

/** Offers what a user can do where a camera has no picture; undefined where that is nothing. @param maySwitch whether the user may turn cameras on */
export function pictureOffer(stream: StreamJson, maySwitch: boolean): ReactNode | undefined {
  const { status, signal } = stream.attributes;
  if (maySwitch && (status === 'idle' || status === 'stopped')) return <TurnOnOffer stream={stream} />;
  if (isMemberStream(stream) && status === 'active' && signal === 'none') return <WaitingForCamera stream={stream} />;
  return undefined;
}

/** Shown while a stream is on and its camera has not connected yet: where to send. */
function WaitingForCamera({ stream }: { stream: MemberStreamJson }) {
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

/** In the place of the picture of a camera that is off: the button that turns it on. */
function TurnOnOffer({ stream }: { stream: StreamJson }) {
  const power = useStreamPower();
  const { name, status } = stream.attributes;
  // The optimistic update removes this offer, and `mutate` would then skip its callbacks.
  const turnOn = () =>
    power.mutateAsync({ streamId: stream.id, on: true }).catch((error) => showPowerFailure(error, true));
  return (
    <div className="grid justify-items-center gap-3">
      <p>{previewPlaceholder(status)}</p>
      <Button aria-label={`Turn on ${name}`} disabled={power.isPending} onClick={turnOn}>
        Turn on
      </Button>
    </div>
  );
}
