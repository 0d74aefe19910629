import { formatTime } from '@/lib/browser/page/format-time';
import type { StreamJson } from '@/lib/contracts/streams';

/** Since when a stream is active. */
export function ActiveSince({ stream }: { stream: StreamJson }) {
  const { started_at: startedAt } = stream.attributes;
  if (!startedAt) return <>Not started</>;
  return (
    <>
      Active since <time dateTime={startedAt}>{formatTime(new Date(startedAt))}</time>
    </>
  );
}
