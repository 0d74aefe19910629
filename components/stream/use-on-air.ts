import { useContext, useSyncExternalStore } from 'react';
import { TallyContext } from '@/lib/browser/tally/use-tally';
import type { StreamJson } from '@/lib/contracts/streams';

/** The cameras of these that are on air, as the server last said: also without contact, nothing on air goes off by a slip. */
export function useOnAir(streams: readonly StreamJson[]): StreamJson[] {
  const store = useContext(TallyContext);
  const read = () =>
    streams
      .filter(({ id }) => store.stateOf(id) === 'program')
      .map(({ id }) => id)
      .join();
  const ids = useSyncExternalStore(store.subscribe, read, () => '');
  return streams.filter(({ id }) => ids.includes(id));
}
