'use client';

import { recordAllOf } from '@/components/recordings/record-all';
import { RecordAllButton } from '@/components/recordings/record-all-button';
import { useMay } from '@/lib/browser/api/use-may';
import { useStreams } from '@/lib/browser/data/use-streams';

/** Records all cameras of the event. It follows their news by itself, so that the rest of the bar need not. */
export function BarRecorder({ eventId }: { eventId: string }) {
  const mayRecord = useMay('recordings.record');
  const { data: streams } = useStreams(eventId);
  if (!mayRecord || streams?.length === 0) return null;
  return <RecordAllButton eventId={eventId} {...recordAllOf(streams ?? [])} dialogClassName="dark text-ink" />;
}
