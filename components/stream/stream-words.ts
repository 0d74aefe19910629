import type { StreamJson } from '@/lib/contracts/streams';
import { lookUp } from '@/lib/core/look-up';

type Attributes = StreamJson['attributes'];

/** Green, amber, red or none; each also has a shape of its own (state-mark.tsx). */
export type StateTone = 'live' | 'degraded' | 'pending' | 'failed' | 'off' | 'unknown';

export interface StateWord {
  word: string;
  tone: StateTone;
}

/** The label of the stream's switch. */
export const powerLabel = (status: Attributes['status']): 'Turning on' | 'Turning off' | 'On' | 'Off' =>
  status === 'provisioning' ? 'Turning on' : status === 'stopping' ? 'Turning off' : status === 'active' ? 'On' : 'Off';

const activeWords: Record<Attributes['signal'], StateWord> = {
  none: { word: 'Waiting for the camera', tone: 'pending' },
  connecting: { word: 'Camera connecting', tone: 'pending' },
  live: { word: 'Live', tone: 'live' },
  lost: { word: 'Camera lost', tone: 'failed' },
};

/** The last four are of the spec's dashboard; this server never sends them. */
const statusWords: Record<string, StateWord> = {
  provisioning: { word: 'Turning on', tone: 'pending' },
  stopping: { word: 'Turning off', tone: 'pending' },
  error: { word: 'Failed', tone: 'failed' },
  idle: { word: 'Off', tone: 'off' },
  stopped: { word: 'Off', tone: 'off' },
  started: { word: 'Started', tone: 'live' },
  starting: { word: 'Starting', tone: 'pending' },
  terminated: { word: 'Terminated', tone: 'off' },
  failed: { word: 'Failed', tone: 'failed' },
};

/**
 * A stream's state in the words of a director. An active stream is not live while its camera is missing. A status or a
 * signal that this page does not know is shown as it is.
 */
export function stateWord({ status, signal }: Pick<Attributes, 'status' | 'signal'>): StateWord {
  const [words, value] = status === 'active' ? [activeWords, signal] : [statusWords, status];
  return lookUp(words, value) ?? { word: value, tone: 'unknown' };
}
