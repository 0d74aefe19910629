import { useEffect, useReducer, useSyncExternalStore } from 'react';
import type { Observable } from './store';

const neverChanges = () => () => undefined;

/**
 * Reads what a component shows of something that changes.
 * @param read gets it, and returns the same value until that changes
 * @param otherwise the value where there is nothing to follow
 * @param onServer the value until the browser takes over
 */
export function useObservable<S extends Observable, T>(
  source: S | null | undefined,
  read: (source: S) => T,
  otherwise: T,
  onServer = otherwise,
): T {
  return useSyncExternalStore(
    source?.subscribe ?? neverChanges,
    () => (source ? read(source) : otherwise),
    () => onServer,
  );
}

/** Renders the component anew with each change of something that it reads. */
export function useChangesOf(source: Observable): void {
  const [, renderAnew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => source.subscribe(renderAnew), [source]);
}
