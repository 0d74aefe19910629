import { StateMark } from '@/components/stream/state-mark';
import { type StateTone, stateWord } from '@/components/stream/stream-words';
import { Badge } from '@/components/ui/badge';
import type { StreamJson } from '@/lib/contracts/streams';

const badgeTone = { live: 'success', pending: 'warning', failed: 'error', off: 'neutral' } as const satisfies Record<
  StateTone,
  string
>;

/** A stream's state as a shape and a word. The page's StateAnnouncer says changes. */
export function StatusBadge({ stream }: { stream: StreamJson }) {
  const { word, tone } = stateWord(stream.attributes);
  return (
    <Badge data-testid="state" tone={badgeTone[tone]}>
      <StateMark tone={tone} />
      {word}
    </Badge>
  );
}
