import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A surface one step above the canvas with a hairline border. As an article it has a name. */
export function Card({ as: Element = 'div', className, ...props }: ComponentProps<'div'> & { as?: 'div' | 'article' }) {
  return <Element className={clsx('rounded-lg border bg-raised', className)} {...props} />;
}

export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div className={clsx('grid gap-1 p-6 pb-0', className)} {...props} />;
}

export function CardDescription({ className, ...props }: ComponentProps<'p'>) {
  return <p className={clsx('text-base text-muted', className)} {...props} />;
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div className={clsx('p-6', className)} {...props} />;
}
