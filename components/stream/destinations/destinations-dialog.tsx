'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogHeading } from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOr } from '@/lib/browser/api/error-text';
import { useDestinations } from '@/lib/browser/data/use-destinations';
import { useLatestSample } from '@/lib/browser/data/use-samples';
import { maxDestinations } from '@/lib/contracts/destination-kinds';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { DestinationForm } from './destination-form';
import { DestinationItem } from './destination-item';

interface DestinationsDialogProps {
  stream: MemberStreamJson;
  onClose: () => void;
}

/** The platforms and servers that a camera is sent to. */
export function DestinationsDialog({ stream, onClose }: DestinationsDialogProps) {
  const { name, status, media } = stream.attributes;
  const destinations = useDestinations(stream.id);
  const sample = useLatestSample(stream.id, true);
  const [isAdding, setAdding] = useState(false);
  const picture = {
    videoCodec: media?.video?.codec ?? null,
    gopSeconds: sample?.gop_seconds ?? null,
    bitrateKbps: sample?.bitrate ?? null,
    reasonToTranscode: media?.reason ?? null,
  };
  const count = destinations.data?.length ?? 0;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent className="max-w-2xl">
        <DialogHeading title={`Destinations of ${name}`}>
          The camera goes out as it comes in, to several at once. One in trouble costs the others nothing.
        </DialogHeading>
        {destinations.isPending ? <Skeleton className="h-24 rounded-lg" /> : null}
        {destinations.isError ? (
          <Alert variant="destructive">{messageOr(destinations.error, 'Failed to load destinations')}</Alert>
        ) : null}
        {count > 0 ? (
          <ul className="grid gap-3">
            {destinations.data?.map((destination) => (
              <DestinationItem
                key={destination.id}
                destination={destination}
                picture={picture}
                isCameraOn={status === 'active'}
              />
            ))}
          </ul>
        ) : null}
        {isAdding || (destinations.data && count === 0) ? (
          <DestinationForm
            streamId={stream.id}
            onSaved={() => setAdding(false)}
            onCancel={count > 0 ? () => setAdding(false) : undefined}
          />
        ) : null}
        {!isAdding && count > 0 && count < maxDestinations ? (
          <Button className="justify-self-start" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Add a destination
          </Button>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
