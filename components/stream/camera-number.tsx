import { cn } from '@/components/ui/cn';

/** A camera's number in its event, before its name: what a director calls, and the keys that show it. */
export const CameraNumber = ({ number, className }: { number: number; className?: string }) => (
  <span className={cn('shrink-0 font-mono font-semibold text-muted', className)}>
    <span className="sr-only">Number </span>
    {number}
  </span>
);
