import type { ComponentProps } from 'react';
import { cn } from './cn';

/** Holds the place, in its exact size, of something that is being loaded. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div aria-hidden className={cn('animate-live rounded-md bg-control', className)} {...props} />;
}
