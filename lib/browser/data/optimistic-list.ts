import { useMutationState } from '@tanstack/react-query';
import { useMemo } from 'react';

interface Item {
  id: string;
  attributes: { name: string };
}

/** A rename in progress. */
export interface Rename {
  id: string;
  name: string;
}

/**
 * A list as it will be once the calls in progress succeed: renamed, and without what is being deleted. Items that no
 * call affects stay the same objects. A call that fails is no longer in progress, so the list is as before.
 */
export function optimisticList<T extends Item>(
  list: T[],
  renames: readonly Rename[],
  removals: readonly string[],
): T[] {
  return list
    .filter(({ id }) => !removals.includes(id))
    .map((item) => {
      const name = renames.findLast(({ id }) => id === item.id)?.name;
      return name === undefined ? item : { ...item, attributes: { ...item.attributes, name } };
    });
}

/**
 * {@link optimisticList} with the renames and deletions in progress. Returns the same array until an item changes, to
 * avoid needless renders.
 */
export function useOptimisticList<T extends Item>(
  list: T[] | undefined,
  { renameKey, removeKey }: { renameKey: readonly string[]; removeKey: readonly string[] },
): T[] | undefined {
  const renames = usePendingMutations<Rename>(renameKey);
  const removals = usePendingMutations<string>(removeKey);
  return useMemo(() => list && optimisticList(list, renames, removals), [list, renames, removals]);
}

/** The variables of all mutations of this kind in progress, so that the screen can show their outcome at once. */
export const usePendingMutations = <Variables>(mutationKey: readonly string[]): Variables[] =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: (mutation) => mutation.state.variables as Variables,
  });
