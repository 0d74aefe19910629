import type { StreamJson } from '@/lib/contracts/streams';

type All = StreamJson['attributes'];
/** Viewers are not told why a camera failed and what the doctor finds. */
type Attributes = Pick<All, 'status' | 'signal'> & Partial<Pick<All, 'status_reason' | 'findings'>>;

/** A camera's problem. */
export interface Trouble {
  severity: 'critical' | 'warning';
  /** The worst of it. */
  sentence: string;
}

const isLost = ({ status, signal }: Attributes): boolean => status === 'active' && signal === 'lost';

/** A camera's problem in one sentence; null where it has none. Notes do not count. */
export function troubleOf(attributes: Attributes): Trouble | null {
  const { status, status_reason: reason, findings } = attributes;
  if (status === 'error') return { severity: 'critical', sentence: reason ?? 'This camera failed.' };
  const worst = findings?.find(({ severity }) => severity !== 'info');
  if (isLost(attributes)) {
    return {
      severity: 'critical',
      sentence: worst?.sentence ?? 'Camera lost. It returns when the encoder reconnects.',
    };
  }
  if (!worst) return null;
  return { severity: worst.severity === 'critical' ? 'critical' : 'warning', sentence: worst.sentence };
}

/** How urgent a camera is: 0 lost or failed, 1 critical, 2 warning, 3 neither live nor off, 4 live, 5 off. */
export function urgencyOf(attributes: Attributes): number {
  const { status, signal } = attributes;
  const trouble = troubleOf(attributes);
  if (status === 'error' || isLost(attributes)) return 0;
  if (trouble) return trouble.severity === 'critical' ? 1 : 2;
  if (status === 'idle' || status === 'stopped') return 5;
  return status === 'active' && signal === 'live' ? 4 : 3;
}

/** How many cameras are lost or failed, as in "2 lost, 1 failed"; null where none is. */
export function lossWords(streams: StreamJson[]): string | null {
  const lost = streams.filter(({ attributes }) => isLost(attributes)).length;
  const failed = streams.filter(({ attributes }) => attributes.status === 'error').length;
  return [lost && `${lost} lost`, failed && `${failed} failed`].filter(Boolean).join(', ') || null;
}

/** A page's title, with what is lost before it. */
export const troubledTitle = (streams: StreamJson[], name: string): string =>
  [lossWords(streams), name].filter(Boolean).join(' · ');
