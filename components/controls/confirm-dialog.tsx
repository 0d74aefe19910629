'use client';

import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '@/components/ui/alert-dialog';
import { Button } from '@/components/ui/button';

export interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  question: string;
  /** One sentence that says what the action does. */
  consequence: string;
  /** The label of the button that does it. */
  action: string;
  onConfirm: () => void;
  className?: string;
}

interface ConfirmDialogProps extends ConfirmProps {
  /** The element with the focus when the question was first asked. */
  opener: HTMLElement | null;
}

/** The question of {@link Confirm}. */
export function ConfirmDialog({
  open,
  onOpenChange,
  question,
  consequence,
  action,
  onConfirm,
  className,
  opener,
}: ConfirmDialogProps) {
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent className={className} opener={opener}>
        <AlertDialogTitle>{question}</AlertDialogTitle>
        <AlertDialogDescription>{consequence}</AlertDialogDescription>
        <div className="flex justify-end gap-2">
          <AlertDialogCancel asChild>
            <Button size="form">Cancel</Button>
          </AlertDialogCancel>
          <AlertDialogAction asChild>
            <Button size="form" variant="destructive" onClick={onConfirm}>
              {action}
            </Button>
          </AlertDialogAction>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
