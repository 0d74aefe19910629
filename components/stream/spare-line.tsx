'use client';

import { Button } from '@/components/ui/button';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useStreamMutations, useStreams } from '@/lib/browser/data/use-streams';
import { toast } from '@/lib/browser/page/toast';
import { sourceKinds } from '@/lib/contracts/source-kinds';
import type { MemberStreamJson } from '@/lib/contracts/streams';

/** A camera's spare, and the button that shows it in the camera's place or gives the place back. */
export function SpareLine({ stream }: { stream: MemberStreamJson }) {
  const { event_id: eventId, spare_id: spareId, source_kind: sourceKind, media } = stream.attributes;
  const { data: streams = [] } = useStreams(eventId);
  const { takeSpare, giveBackSpare } = useStreamMutations();
  const spare = streams.find(({ id }) => id === spareId);
  if (!spare || !sourceKinds[sourceKind].canHaveSpare) return null;
  const isShown = media?.spare_shown === true;
  const onError = (error: Error) =>
    toast.error('Error', { description: detailsOr(error, 'Failed to change what is shown') });
  const press = isShown ? giveBackSpare : takeSpare;
  return (
    <div className="col-span-full flex min-w-0 items-center justify-between gap-3 text-sm" data-testid="spare-line">
      <p className={isShown ? 'min-w-0 truncate font-medium' : 'min-w-0 truncate text-muted'}>
        {isShown ? 'Spare shown' : 'Spare'}: <bdi>{spare.attributes.name}</bdi>
      </p>
      <Button
        className="shrink-0"
        disabled={takeSpare.isPending || giveBackSpare.isPending}
        onClick={() => press.mutate(stream.id, { onError })}
      >
        {isShown ? 'Give back' : 'Take spare now'}
      </Button>
    </div>
  );
}
