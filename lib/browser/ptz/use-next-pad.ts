import { useEffect, useSyncExternalStore } from 'react';
import type { StreamJson } from '@/lib/contracts/streams';
import { useMay } from '../api/use-may';
import { useIsOnlyNext } from '../tally/use-tally';

const onPadChange = (listener: () => void): (() => void) => {
  const changes = ['gamepadconnected', 'gamepaddisconnected'];
  for (const change of changes) window.addEventListener(change, listener);
  return () => {
    for (const change of changes) window.removeEventListener(change, listener);
  };
};

/** Browsers tell of a gamepad once one of its buttons is pressed. */
const hasPad = (): boolean => navigator.getGamepads?.().some((pad) => pad?.connected) ?? false;

/**
 * Lets a gamepad move a camera while it is next, and never while it is on air.
 * @param onFailure hears why a move was refused
 * @returns whether a gamepad moves this camera now
 */
export function useNextPad({ id, attributes }: StreamJson, onFailure: (error: unknown) => void): boolean {
  const hasGamepad = useSyncExternalStore(onPadChange, hasPad, () => false);
  const mayMove = useMay('ptz.use');
  const isOnlyNext = useIsOnlyNext(id);
  const isMoved = hasGamepad && mayMove && isOnlyNext && Boolean(attributes.ptz);
  useEffect(() => {
    if (!isMoved) return;
    let isOver = false;
    let stop = () => {};
    // Few pages have a gamepad.
    void import('./next-pad').then(({ startNextPad }) => {
      if (!isOver) stop = startNextPad(id, onFailure);
    }, onFailure);
    return () => {
      isOver = true;
      stop();
    };
  }, [isMoved, id, onFailure]);
  return isMoved;
}
