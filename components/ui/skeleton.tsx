import type { ComponentProps } from 'react';
import { cn } from './cn';

/** A placeholder, in its exact size, of something that is loading. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div aria-hidden className={cn('animate-live rounded-md bg-control', className)} {...props} />;
}
