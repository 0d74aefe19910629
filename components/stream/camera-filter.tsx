'use client';

import { useContext, useState } from 'react';
import { hasWords } from '@/components/controls/has-words';
import { SearchField } from '@/components/controls/search-field';
import { SegmentedControl } from '@/components/controls/segmented-control';
import { TallyContext, useOnAir } from '@/lib/browser/tally/use-tally';
import { useObservable } from '@/lib/browser/use-observable';
import type { StreamJson } from '@/lib/contracts/streams';
import { isOfKind } from './camera-kinds';

type Kind = 'all' | 'on_air' | keyof typeof isOfKind;

const words: Record<Kind, string> = { all: 'All', on_air: 'On air', live: 'Live', trouble: 'Trouble', off: 'Off' };

/**
 * Narrows an event's cameras by a search in their numbers and names, and by what they are.
 * @returns those that are found, and the controls' state
 */
export function useCameraFilter(streams: StreamJson[]) {
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<Kind>('all');
  const onAir = useOnAir(streams);
  const hasTally = useObservable(
    useContext(TallyContext),
    (tally) => streams.some(({ id }) => tally.stateOf(id) !== null),
    false,
  );
  const of: Record<Kind, StreamJson[]> = {
    all: streams,
    on_air: onAir,
    live: streams.filter(isOfKind.live),
    trouble: streams.filter(isOfKind.trouble),
    off: streams.filter(isOfKind.off),
  };
  // Without a switcher's tally nobody knows what is on air.
  const kinds: Kind[] = ['all', hasTally ? 'on_air' : 'live', 'trouble', 'off'];
  const chosen = kinds.includes(kind) ? kind : 'all';
  return {
    found: of[chosen].filter(({ attributes: { number, name } }) => hasWords(`${number} ${name}`, search)),
    isNarrowed: chosen !== 'all' || search.trim() !== '',
    search,
    setSearch,
    kind: chosen,
    setKind,
    choices: kinds.map((value) => ({ value, text: `${words[value]} ${of[value].length}` })),
  };
}

interface CameraFilterProps {
  filter: ReturnType<typeof useCameraFilter>;
  /** False in a dialog: the search's key types there. */
  hasKey?: boolean;
}

/** The controls of a list of many cameras. */
export function CameraFilter({ filter, hasKey = true }: CameraFilterProps) {
  const { search, setSearch, kind, setKind, choices } = filter;
  return (
    <>
      <SegmentedControl
        legend="Show"
        name="show-cameras"
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        options={choices}
      />
      <SearchField label="Search cameras" value={search} onSearch={setSearch} hasKey={hasKey} />
    </>
  );
}

/** Says that a filter finds no camera. */
export const NoneFound = () => <p className="py-10 text-center text-muted">No camera here matches.</p>;
