'use client';

import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { AlarmForm } from './alarm-form';

export interface AlarmsDialogProps {
  stream: MemberStreamJson;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A camera's alarm settings. */
export function AlarmsDialog({ stream, open, onOpenChange }: AlarmsDialogProps) {
  const { name, alarms } = stream.attributes;
  const { mutate, error, isPending, reset } = useStreamMutations().setAlarms;
  const change = (next: boolean) => {
    reset();
    onOpenChange(next);
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent className="sm:max-w-3xl">
        <DialogTitle>
          Alarms of <bdi>{name}</bdi>
        </DialogTitle>
        <DialogDescription>
          An alarm shows on the multiview, the event and the dashboard, in the camera's history and in webhooks.
        </DialogDescription>
        <AlarmForm
          alarms={alarms}
          error={error}
          isPending={isPending}
          onSave={(changes) => mutate({ id: stream.id, alarms: changes }, { onSuccess: () => onOpenChange(false) })}
        />
      </DialogContent>
    </Dialog>
  );
}
