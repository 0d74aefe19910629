'use client';

import { useContext, useState } from 'react';
import { hasWords } from '@/components/controls/has-words';
import { TallyContext, useOnAir } from '@/lib/browser/tally/use-tally';
import { useObservable } from '@/lib/browser/use-observable';
import type { StreamJson } from '@/lib/contracts/streams';
import { isOfKind } from './camera-kinds';

export type CameraKind = 'all' | 'on_air' | keyof typeof isOfKind;

const words: Record<CameraKind, string> = {
  all: 'All',
  on_air: 'On air',
  live: 'Live',
  trouble: 'Trouble',
  off: 'Off',
};

/**
 * Narrows an event's cameras by a search in their numbers and names, and by what they are.
 * @returns those that are found, and the controls' state
 */
export function useCameraFilter(streams: StreamJson[]) {
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<CameraKind>('all');
  const onAir = useOnAir(streams);
  const hasTally = useObservable(
    useContext(TallyContext),
    (tally) => streams.some(({ id }) => tally.stateOf(id) !== null),
    false,
  );
  const of: Record<CameraKind, StreamJson[]> = {
    all: streams,
    on_air: onAir,
    live: streams.filter(isOfKind.live),
    trouble: streams.filter(isOfKind.trouble),
    off: streams.filter(isOfKind.off),
  };
  // Without a switcher's tally nobody knows what is on air.
  const kinds: CameraKind[] = ['all', hasTally ? 'on_air' : 'live', 'trouble', 'off'];
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
