import { useMutationState } from '@tanstack/react-query';

/** The variables of all mutations of this kind in progress, so that the screen can show their outcome at once. */
export const usePendingMutations = <Variables>(mutationKey: readonly string[]): Variables[] =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: (mutation) => mutation.state.variables as Variables,
  });
