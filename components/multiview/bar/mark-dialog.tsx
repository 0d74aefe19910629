'use client';

import type { FormEvent } from 'react';
import { toast } from 'sonner';
import { Field } from '@/components/controls/field';
import { FormActions } from '@/components/controls/form-actions';
import { markMs } from '@/components/recordings/mark-words';
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMarkMutations } from '@/lib/browser/data/use-marks';
import { formatClock } from '@/lib/browser/page/format-time';
import type { MarkJson } from '@/lib/contracts/marks';

interface MarkDialogProps {
  eventId: string;
  mark: MarkJson;
  onClose: () => void;
}

/** Asks for the word of a mark that is set. */
export function MarkDialog({ eventId, mark, onClose }: MarkDialogProps) {
  const { rename } = useMarkMutations(eventId);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    onClose();
    rename
      .mutateAsync({ id: mark.id, name })
      .catch((error: unknown) =>
        toast.error('Failed to change the mark', { description: messageOr(error, 'Try again.') }),
      );
  };
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} modal={false}>
      {/* The multiview is dark in both themes, and so are its dialogs. */}
      <DialogContent className="dark text-ink" aria-describedby={undefined}>
        <DialogTitle>{`Mark at ${formatClock(markMs(mark))}`}</DialogTitle>
        <form onSubmit={save} className="grid gap-4">
          <Field label="Word" name="name" dir="auto" autoFocus maxLength={120} />
          <FormActions action="Save" isPending={false} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
