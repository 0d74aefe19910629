'use client';

import { AlertDialog } from 'radix-ui';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { dialogClass, overlayClass } from '@/components/ui/dialog';
import { useReturnFocus } from '@/components/ui/use-return-focus';

export interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  question: string;
  /** One sentence that says what the action does. */
  consequence: string;
  /** The label of the button that does it. */
  action: string;
  onConfirm: () => void;
  /** A button for what the person may have meant instead. */
  alternative?: { action: string; onChoose: () => void };
  className?: string;
}

interface ConfirmDialogProps extends ConfirmProps {
  /** The element with the focus when the question was first asked. */
  opener: HTMLElement | null;
}

/** The question of {@link Confirm}, which only its buttons or Escape close. */
export function ConfirmDialog({
  open,
  onOpenChange,
  question,
  consequence,
  action,
  onConfirm,
  alternative,
  className,
  opener,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus(opener);
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content className={cn(dialogClass, className)} {...returnFocus}>
          <AlertDialog.Title className="wrap-anywhere font-semibold text-lg tracking-tight">
            {question}
          </AlertDialog.Title>
          <AlertDialog.Description className="text-base text-muted">{consequence}</AlertDialog.Description>
          <div className="flex flex-wrap justify-end gap-2">
            {alternative ? (
              <AlertDialog.Action asChild>
                <Button size="form" className="mr-auto" onClick={alternative.onChoose}>
                  {alternative.action}
                </Button>
              </AlertDialog.Action>
            ) : null}
            <AlertDialog.Cancel asChild>
              <Button size="form">Cancel</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button size="form" variant="destructive" onClick={onConfirm}>
                {action}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
