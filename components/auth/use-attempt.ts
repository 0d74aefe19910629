import { useState } from 'react';

/**
 * Runs what a form asks for where there is no session yet, and keeps why it was refused.
 * @param options.leaves whether success leads to another page: the form stays pending until then
 */
export function useAttempt({ leaves = true } = {}) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setError(null);
    setPending(true);
    try {
      await work();
      if (leaves) return;
    } catch (failure) {
      setError(failure);
    }
    setPending(false);
  };
  return { isPending, error, attempt };
}
