import { toast } from 'sonner';
import { toastFailure } from '@/components/controls/toast-failure';
import { useMay } from '@/lib/browser/api/use-may';
import { useMarkMutations } from '@/lib/browser/data/use-marks';
import { formatClock } from '@/lib/browser/page/format-time';
import type { MarkJson } from '@/lib/contracts/marks';
import { markMs } from './mark-words';

/**
 * Marks moments of an event, for those who may.
 * @returns what marks a moment, by default this one by the server's clock; null where the user may not
 */
export function useSetMark(eventId: string, onSet?: (mark: MarkJson) => void): ((atMs?: number) => void) | null {
  const maySet = useMay('marks.create');
  const { create } = useMarkMutations(eventId);
  if (!maySet) return null;
  return (atMs) =>
    create.mutate(atMs === undefined ? {} : { at: new Date(atMs).toISOString() }, {
      onSuccess: ({ data }) => (onSet ? onSet(data) : toast(`Marked ${formatClock(markMs(data))}`)),
      onError: toastFailure('Failed to set a mark'),
    });
}
