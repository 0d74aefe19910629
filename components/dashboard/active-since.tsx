import { shortTime } from '@/lib/browser/page/short-time';
import type { StreamJson } from '@/lib/contracts/streams';

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
