'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { previewPlaceholder } from '@/components/preview/preview-words';
import { Button } from '@/components/ui/button';
import { useStreamPower } from '@/lib/browser/data/use-stream-power';
import { isMemberStream } from '@/lib/contracts/is-member-stream';
import type { StreamJson } from '@/lib/contracts/streams';
import { showPowerFailure } from './power-switch';

// A camera that sends has no use for its address.
const WaitingForCamera = dynamic(() => import('./waiting-for-camera').then((loaded) => loaded.WaitingForCamera), {
  ssr: false,
});

/** Offers what a user can do where a camera has no picture; undefined where that is nothing. @param maySwitch whether the user may turn cameras on */
export function pictureOffer(stream: StreamJson, maySwitch: boolean): ReactNode | undefined {
  const { status, signal } = stream.attributes;
  if (maySwitch && (status === 'idle' || status === 'stopped')) return <TurnOnOffer stream={stream} />;
  if (isMemberStream(stream) && status === 'active' && signal === 'none') return <WaitingForCamera stream={stream} />;
  return undefined;
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
