'use client';

import { previewPlaceholder } from '@/components/preview/preview-words';
import { Button } from '@/components/ui/button';
import { useStreamPower } from '@/lib/browser/data/use-stream-power';
import type { StreamJson } from '@/lib/contracts/streams';

interface TurnOnOfferProps {
  stream: StreamJson;
  onFailure: (error: unknown) => void;
}

/** In the place of the picture of a camera that is off: the button that turns it on. */
export function TurnOnOffer({ stream, onFailure }: TurnOnOfferProps) {
  const power = useStreamPower();
  const { name, status } = stream.attributes;
  // The optimistic update removes this offer, and `mutate` would then skip its callbacks.
  const turnOn = () => power.mutateAsync({ streamId: stream.id, on: true }).catch(onFailure);
  return (
    <div className="grid justify-items-center gap-3">
      <p>{previewPlaceholder(status)}</p>
      <Button aria-label={`Turn on ${name}`} disabled={power.isPending} onClick={turnOn}>
        Turn on
      </Button>
    </div>
  );
}
