import { useEffect, useEffectEvent, useRef } from 'react';
import type { StreamJson } from '@/lib/streams/schema';
import { newcomers } from './row-lists';

/** Calls back for each stream that comes to a list that was known before. */
export function useNewcomers(streams: StreamJson[] | undefined, onNewcomer: (stream: StreamJson) => void): void {
  const before = useRef<StreamJson[] | undefined>(undefined);
  const announce = useEffectEvent(onNewcomer);
  useEffect(() => {
    for (const stream of newcomers(before.current, streams)) announce(stream);
    before.current = streams;
  }, [streams]);
}
