import { clsx } from 'clsx';
import { CircleAlert, Info } from 'lucide-react';
import type { ComponentProps } from 'react';

interface AlertProps extends ComponentProps<'div'> {
  variant?: 'default' | 'destructive';
}

/** An inline message. Keeps line breaks. */
export function Alert({ variant = 'default', className, children, ...props }: AlertProps) {
  const Icon = variant === 'destructive' ? CircleAlert : Info;
  return (
    <div
      role={variant === 'destructive' ? 'alert' : 'status'}
      className={clsx(
        'flex gap-2.5 rounded-md border p-3 text-base',
        variant === 'destructive' ? 'border-failed/50 bg-failed/8 text-failed' : 'bg-raised text-ink',
        className,
      )}
      {...props}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 whitespace-pre-line wrap-anywhere">{children}</div>
    </div>
  );
}
