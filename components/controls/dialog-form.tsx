import type { ReactNode } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { DialogClose, DialogFooter } from '@/components/ui/dialog';

interface DialogFormProps extends FormActionsProps {
  /** Says what is wrong with the form. */
  failure?: string | null | undefined;
  onSubmit: (fields: FormData) => void;
  children: ReactNode;
}

/** A form in a dialog: why it was refused, its fields, and how it ends. */
export const DialogForm = ({ failure, onSubmit, className = 'gap-4', children, ...actions }: DialogFormProps) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit(new FormData(event.currentTarget));
    }}
    className={cn('grid', className)}
  >
    {failure ? <Alert variant="destructive">{failure}</Alert> : null}
    {children}
    <FormActions {...actions} />
  </form>
);

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
