import { useEffect, useEffectEvent, useRef } from 'react';
import type { StreamJson } from '@/lib/contracts/streams';
import { addedRows } from './update-rows';

/**
 * Calls back for each stream that is added to a known list. A stream that reappears because deleting it failed does not
 * count.
 */
export function useAddedStreams(streams: StreamJson[] | undefined, onAdded: (stream: StreamJson) => void): void {
  const known = useRef<StreamJson[] | undefined>(undefined);
  const announce = useEffectEvent(onAdded);
  useEffect(() => {
    const added = addedRows(known.current, streams);
    for (const stream of added) announce(stream);
    if (streams) known.current = known.current ? [...known.current, ...added] : streams;
  }, [streams]);
}
