import { cn } from '@/components/ui/cn';
import type { IncidentSeverity, StreamJson } from '@/lib/contracts/streams';
import { lookUp } from '@/lib/core/look-up';
import type { TallyState } from '@/lib/core/tally';
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

/** A camera's number in its event, before its name: what a director calls, and the keys that show it. */
export const CameraNumber = ({ number, className }: { number: number; className?: string }) => (
  <span className={cn('shrink-0 font-mono font-semibold text-muted', className)}>
    <span className="sr-only">Number </span>
    {number}
  </span>
);

/** The color of a state's word and shape. */
export const toneClass: Record<StateTone, string> = {
  live: 'text-live',
  degraded: 'text-pending',
  pending: 'text-pending',
  failed: 'text-failed',
  off: 'text-faint',
  unknown: 'text-faint',
};

const severityClass = {
  warning: 'text-pending',
  critical: 'text-failed',
};

/** A severity as a shape: triangle, cross, and a ring for a note or one that this page does not know. */
export function SeveritySign({ severity }: { severity: IncidentSeverity }) {
  return (
    <svg
      viewBox="0 0 10 10"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={cn('size-2.5 shrink-0', lookUp(severityClass, severity) ?? 'text-faint')}
    >
      {severity !== 'warning' && severity !== 'critical' ? <circle cx="5" cy="5" r="2.75" /> : null}
      {severity === 'warning' ? <path d="M5 1.25 9 8.5H1z" fill="currentColor" /> : null}
      {severity === 'critical' ? <path d="M1.5 1.5l7 7m0-7l-7 7" strokeWidth="2" /> : null}
    </svg>
  );
}

const classOf: Record<TallyState, string> = {
  program: 'bg-program text-white',
  // An outline beside a filled mark: the two differ without their colors, too.
  preview: 'bg-black text-preview inset-ring-2 inset-ring-preview',
  off: '',
  unknown: 'bg-black/75 text-white/75 outline outline-dashed outline-white/50 @max-[280px]:before:content-["?"]',
};

/** Says of a camera that it is on air, next, or that nobody knows; nothing where it is neither. */
export function TallyMark({ tally, className }: { tally: TallyState | null; className?: string }) {
  const word = tally && tallyWord(tally);
  if (!word) return null;
  return (
    <span
      data-testid="tally"
      title={word}
      className={cn(
        'shrink-0 rounded-[0.2em] px-[0.4em] py-[0.1em] font-semibold leading-tight forced-color-adjust-none',
        lookUp(classOf, tally) ?? classOf.unknown,
        className,
      )}
    >
      <span className={tally === 'unknown' ? '@max-[280px]:sr-only' : ''}>{word}</span>
    </span>
  );
}

const words: Record<TallyState, string | null> = {
  program: 'On air',
  preview: 'Next',
  off: null,
  unknown: 'Tally unknown',
};

/** A camera's tally in a word, one that this page does not know as it is; null where there is nothing to say. */
export function tallyWord(tally: TallyState): string | null {
  const word = lookUp(words, tally);
  return word === undefined ? tally : word;
}

/** The cameras that are on air, before what a press does to them; empty while none is. */
export function onAirWords(onAir: readonly StreamJson[]): string {
  const names = onAir.map(({ attributes }) => attributes.name).join(', ');
  return names && `On air now: ${names}. `;
}

/**
 * The frame of a camera's tally, for an element with a border. On air is twice as wide as next, so that the two differ
 * without color, too.
 */
export const tallyFrameClass: Record<TallyState, string | null> = {
  program: 'border-program border-[length:calc(2*var(--frame-width))]',
  preview: 'border-preview border-[length:var(--frame-width)]',
  off: null,
  unknown: null,
};
