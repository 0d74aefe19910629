import { useMutationState } from '@tanstack/react-query';

/** The variables of all calls of this kind that are under way, so that what is shown is already what they will make. */
export const usePending = <Variables>(mutationKey: readonly string[]): Variables[] =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: (mutation) => mutation.state.variables as Variables,
  });
