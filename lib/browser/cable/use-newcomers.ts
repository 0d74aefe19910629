import { useEffect, useEffectEvent, useRef } from 'react';
import type { StreamJson } from '@/lib/contracts/streams';
import { newcomers } from './row-lists';

/**
 * Calls back for each stream that comes to a list that was known before. One that only went away for a moment, because
 * deleting it failed, is none.
 */
export function useNewcomers(streams: StreamJson[] | undefined, onNewcomer: (stream: StreamJson) => void): void {
  const known = useRef<StreamJson[] | undefined>(undefined);
  const announce = useEffectEvent(onNewcomer);
  useEffect(() => {
    const arrived = newcomers(known.current, streams);
    for (const stream of arrived) announce(stream);
    if (streams) known.current = known.current ? [...known.current, ...arrived] : streams;
  }, [streams]);
}
