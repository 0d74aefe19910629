'use client';

import { DialogForm } from '@/components/controls/dialog-form';
import { Field } from '@/components/controls/field';
import { toastFailure } from '@/components/controls/toast-failure';
import { markMs } from '@/components/recordings/mark-words';
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog';
import { useMarkMutations } from '@/lib/browser/data/use-marks';
import { useEventClock } from '@/lib/browser/page/event-clock';
import { lengths } from '@/lib/contracts/limits';
import type { MarkJson } from '@/lib/contracts/marks';

interface MarkDialogProps {
  eventId: string;
  mark: MarkJson;
  onClose: () => void;
}

/** Asks for the word of a mark that is set. */
export function MarkDialog({ eventId, mark, onClose }: MarkDialogProps) {
  const { toSecond } = useEventClock();
  const { rename } = useMarkMutations(eventId);
  const save = (form: FormData) => {
    const name = String(form.get('name'));
    onClose();
    rename.mutateAsync({ id: mark.id, name }).catch(toastFailure('Failed to change the mark'));
  };
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} modal={false}>
      {/* The multiview is dark in both themes, and so are its dialogs. */}
      <DialogContent className="dark text-ink" aria-describedby={undefined}>
        <DialogTitle>{`Mark at ${toSecond(markMs(mark))}`}</DialogTitle>
        <DialogForm action="Save" isPending={false} onSubmit={save}>
          <Field label="Word" name="name" dir="auto" autoFocus maxLength={lengths.name.max} />
        </DialogForm>
      </DialogContent>
    </Dialog>
  );
}
