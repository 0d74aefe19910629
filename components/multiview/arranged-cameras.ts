import { isLoud } from '@/components/stream/alarms/alarm-words';
import { stateWord } from '@/components/stream/stream-words';
import type { StreamJson } from '@/lib/contracts/streams';
import { multiviewOrder } from './layout/arrange-tiles';
import type { MultiviewState } from './multiview-state';

/** An event's cameras as a multiview has them. */
export interface ArrangedCameras {
  /** Those that may have a tile. */
  cameras: StreamJson[];
  /** The ids of those in display order. */
  ids: string[];
  /** The ids of all cameras in display order. */
  allIds: string[];
  /** The ids of cameras that are off. */
  offIds: ReadonlySet<string>;
  /** The ids of cameras in trouble that nobody has acknowledged. */
  troubledIds: ReadonlySet<string>;
  selected: StreamJson | undefined;
  /** The id of the camera that keys act on, and whose tile Tab reaches. */
  currentId: string | undefined;
  /** The id of the camera that fills the page; null for none. */
  fullId: string | null;
}

/** Applies a multiview's order, and what it hides, to an event's streams. */
export function arrangeCameras(
  streams: readonly StreamJson[],
  { hidesOff, order, selectedId, isFull }: MultiviewState,
): ArrangedCameras {
  const offIds = new Set(streams.filter(({ attributes }) => stateWord(attributes).tone === 'off').map(({ id }) => id));
  const cameras = streams.filter(({ id }) => !hidesOff || !offIds.has(id));
  const orderOf = (some: readonly StreamJson[]) =>
    multiviewOrder(
      some.map(({ id }) => id),
      order,
    );
  const ids = orderOf(cameras);
  const selected = cameras.find(({ id }) => id === selectedId);
  return {
    cameras,
    ids,
    allIds: orderOf(streams),
    offIds,
    troubledIds: new Set(streams.filter(({ attributes }) => isLoud(attributes)).map(({ id }) => id)),
    selected,
    currentId: selected?.id ?? ids[0],
    fullId: isFull ? (selected?.id ?? null) : null,
  };
}
