import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Input } from '@/components/ui/input';
import { Label } from '@/components/ui/label';

interface FieldProps extends ComponentProps<'input'> {
  label: ReactNode;
  /** One short sentence under the field. */
  hint?: string;
  /** The id of the alert that says what is wrong with it. */
  faultId?: string | undefined;
}

/** A label, its input and an optional hint, linked for assistive technology. */
export function Field({ label, hint, faultId, className, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={clsx('grid gap-1.5', className)}>
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        aria-invalid={faultId ? true : undefined}
        aria-describedby={clsx(faultId, hint && `${id}-hint`) || undefined}
        {...input}
      />
      {hint ? (
        <p id={`${id}-hint`} className="text-faint text-sm">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
