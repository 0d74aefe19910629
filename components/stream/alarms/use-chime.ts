import { useEffect, useRef } from 'react';
import type { StreamJson } from '@/lib/contracts/streams';
import { alarmsOf } from './alarm-words';
import { chime } from './chime';

/** Rings with each alarm that begins. Those that are there when the page opens are known. */
export function useChime(streams: StreamJson[] | undefined): void {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!streams) return;
    const now = streams.flatMap(({ id, attributes }) =>
      alarmsOf(attributes).flatMap(({ finding: { code, since, acknowledged } }) =>
        acknowledged ? [] : [`${id} ${code} ${since}`],
      ),
    );
    const before = known.current;
    known.current = new Set(now);
    if (before && now.some((alarm) => !before.has(alarm))) chime.play();
  }, [streams]);
}
