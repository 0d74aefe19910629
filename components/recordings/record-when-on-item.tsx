import { Square, SquareCheck } from 'lucide-react';
import { toast } from 'sonner';
import { DropdownMenuItem } from '@/components/ui/dropdown-menu';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import type { MemberStreamJson } from '@/lib/contracts/streams';

/** The menu item that has On record, too. */
export function RecordWhenOnItem({ stream }: { stream: MemberStreamJson }) {
  const mayRecord = useMay('recordings.record');
  const { setRecordsWhenOn } = useStreamMutations();
  const { records_when_on: isOn } = stream.attributes;
  if (!mayRecord) return null;
  const Mark = isOn ? SquareCheck : Square;
  return (
    <DropdownMenuItem
      role="menuitemcheckbox"
      aria-checked={isOn}
      onSelect={() =>
        setRecordsWhenOn
          .mutateAsync({ id: stream.id, recordsWhenOn: !isOn })
          .catch((error: unknown) => toast.error('Error', { description: messageOr(error, 'Failed to update stream') }))
      }
    >
      <Mark aria-hidden className="text-muted" />
      Record when on
    </DropdownMenuItem>
  );
}
