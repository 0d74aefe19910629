import { useState } from 'react';
import { toast } from 'sonner';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import type { StreamJson } from '@/lib/contracts/streams';
import { freeCameraNames } from './free-camera-names';

/** Adding cameras to an event: one of a name that is proposed and may be changed, or several at once. */
export function useAddCameras(eventId: string, streams: StreamJson[] | undefined) {
  const count = streams?.length ?? 0;
  const [name, setName] = useState('Camera 1');
  const [isBusy, setIsBusy] = useState(false);
  const { add } = useStreamMutations();

  const addAll = async (names: string[]) => {
    setIsBusy(true);
    try {
      // One after the other: cameras are shown in the order in which they were added.
      for (const next of names) await add.mutateAsync({ name: next, eventId });
      // The spec's rule: the number of streams before the last one, plus two.
      setName(`Camera ${count + names.length + 1}`);
    } catch (error) {
      toast.error('Error', { description: detailsOr(error, 'Failed to create stream') });
    } finally {
      setIsBusy(false);
    }
  };

  return {
    name,
    setName,
    isBusy,
    addOne: () => addAll([name]),
    /** @param howMany cameras with the next free numbers */
    addSeveral: (howMany: number) => addAll(freeCameraNames(streams ?? [], howMany)),
  };
}
