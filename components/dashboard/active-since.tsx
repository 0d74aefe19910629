import { formatTime } from '@/lib/browser/page/format-time';
import type { StreamJson } from '@/lib/contracts/streams';

/** The time since which a stream is active, or off. */
export function ActiveSince({ stream }: { stream: StreamJson }) {
  const { status, started_at: startedAt, stopped_at: stoppedAt } = stream.attributes;
  const isOff = status === 'stopped' || status === 'idle';
  const since = startedAt ?? (isOff ? stoppedAt : null);
  if (!since) return <>Not started</>;
  return (
    <>
      {/* One text: a translator's page loses a second one that goes. */}
      {`${startedAt ? 'Active' : 'Off'} since `}
      <time dateTime={since}>{formatTime(new Date(since))}</time>
    </>
  );
}
