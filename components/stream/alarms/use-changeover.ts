import { toast } from 'sonner';
import { messageOr } from '@/lib/browser/api/error-text';
import { useEventMutations } from '@/lib/browser/data/use-events';

/** As long as cameras change places and cables between two acts. */
export const changeoverMinutes = 10;

/** Begins and ends the quiet of an event's alarms. */
export function useChangeover(eventId: string): { begin: () => void; end: () => void } {
  const { mutate } = useEventMutations().setAlarms;
  const mute = (until: Date | null) =>
    mutate(
      { id: eventId, alarms_muted_until: until?.toISOString() ?? null },
      { onError: (error) => toast.error('Error', { description: messageOr(error, 'Failed to update event') }) },
    );
  return { begin: () => mute(new Date(Date.now() + changeoverMinutes * 60_000)), end: () => mute(null) };
}
