import type { StreamJson } from '@/lib/contracts/streams';

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

/** A stream's state in the words of a director. An active stream is not live while its camera is missing. */
export function stateWord({ status, signal }: Pick<Attributes, 'status' | 'signal'>): StateWord {
  switch (status) {
    case 'active':
      return activeWords[signal];
    case 'provisioning':
      return { word: 'Turning on', tone: 'pending' };
    case 'stopping':
      return { word: 'Turning off', tone: 'pending' };
    case 'error':
      return { word: 'Failed', tone: 'failed' };
    case 'idle':
    case 'stopped':
      return { word: 'Off', tone: 'off' };
  }
}
