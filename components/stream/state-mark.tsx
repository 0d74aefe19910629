import { cn } from '@/components/ui/cn';
import type { StateTone } from './stream-words';

/** A state as a shape: filled dot, triangle, dashed ring, cross, ring, square. Readable without color. */
export function StateMark({ tone, className }: { tone: StateTone; className?: string }) {
  return (
    <svg
      viewBox="0 0 10 10"
      fill="none"
      stroke="currentColor"
      aria-hidden
      className={cn('size-2.5 shrink-0', className)}
    >
      {tone === 'live' ? <circle cx="5" cy="5" r="4.5" fill="currentColor" stroke="none" /> : null}
      {tone === 'degraded' ? <path d="M5 .75 9.5 9h-9z" fill="currentColor" stroke="none" /> : null}
      {tone === 'pending' ? <circle cx="5" cy="5" r="4" strokeWidth="2" strokeDasharray="4.2 2.08" /> : null}
      {tone === 'failed' ? <path d="M1.5 1.5l7 7m0-7l-7 7" strokeWidth="2" strokeLinecap="round" /> : null}
      {tone === 'off' ? <circle cx="5" cy="5" r="3.75" strokeWidth="1.5" /> : null}
      {tone === 'unknown' ? <rect x="1.25" y="1.25" width="7.5" height="7.5" strokeWidth="1.5" /> : null}
    </svg>
  );
}
