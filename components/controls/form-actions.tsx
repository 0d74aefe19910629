import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { DialogClose, DialogFooter } from '@/components/ui/dialog';

interface FormActionsProps {
  /** The label of the button that submits. */
  action: ReactNode;
  isPending: boolean;
  className?: string;
}

/** The end of a form in a dialog: closes it, or submits. */
export function FormActions({ action, isPending, className }: FormActionsProps) {
  return (
    <DialogFooter className={className}>
      <DialogClose asChild>
        <Button size="form">Cancel</Button>
      </DialogClose>
      <Button type="submit" variant="primary" size="form" disabled={isPending}>
        {action}
      </Button>
    </DialogFooter>
  );
}
