import { useEffect } from 'react';
import { toastFailure } from '@/components/controls/toast-failure';
import { useMay } from '@/lib/browser/api/use-may';
import { useMarkMutations } from '@/lib/browser/data/use-marks';
import { useEventClock } from '@/lib/browser/page/event-clock';
import { toast } from '@/lib/browser/page/toast';
import type { MarkJson } from '@/lib/contracts/marks';
import { markMs } from './mark-words';

/**
 * Marks moments of an event, for those who may.
 * @returns what marks a moment, by default this one by the server's clock; null where the user may not
 */
export function useSetMark(eventId: string, onSet?: (mark: MarkJson) => void): ((atMs?: number) => void) | null {
  const { toSecond } = useEventClock();
  const maySet = useMay('marks.create');
  const { create } = useMarkMutations(eventId);
  const isKept = create.isPending && (create.isPaused || create.failureCount > 0);
  useEffect(() => {
    if (isKept) toast('The server is away. The mark is kept, and set as soon as it is back.', { id: 'mark-kept' });
  }, [isKept]);
  if (!maySet) return null;
  return (atMs) =>
    create.mutate(
      { pressedAtMs: Date.now(), ...(atMs === undefined ? {} : { at: new Date(atMs).toISOString() }) },
      {
        onSuccess: ({ data }) => (onSet ? onSet(data) : toast(`Marked ${toSecond(markMs(data))}`)),
        onError: toastFailure('Failed to set a mark'),
      },
    );
}
