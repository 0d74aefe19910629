import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';

interface SourceSettingFormProps extends ComponentProps<'form'> {
  /** The word on the button that saves. */
  action: string;
  isPending: boolean;
  /** Null: there is nothing yet that could be kept. */
  onCancel: (() => void) | null;
}

/** Changes in place where a camera's picture comes from. */
export function SourceSettingForm({ action, isPending, onCancel, children, ...props }: SourceSettingFormProps) {
  return (
    <form className="grid gap-2" {...props}>
      {children}
      <div className="flex flex-wrap gap-1.5">
        <Button type="submit" variant="primary" disabled={isPending}>
          {action}
        </Button>
        {onCancel ? (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}
