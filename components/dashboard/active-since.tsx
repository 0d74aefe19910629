import { shortTime } from '@/lib/client/short-time';
import type { StreamJson } from '@/lib/streams/schema';

/** Since when a stream is active. */
export function ActiveSince({ stream }: { stream: StreamJson }) {
  const { started_at: startedAt } = stream.attributes;
  if (!startedAt) return <>Not started</>;
  return (
    <>
      Active since <time dateTime={startedAt}>{shortTime(new Date(startedAt))}</time>
    </>
  );
}
