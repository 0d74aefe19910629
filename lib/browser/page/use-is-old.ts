import { useEffect, useState } from 'react';

/** Whether a value has been the same for `afterMs`. A value that is undefined is never old. */
export function useIsOld(value: object | undefined, afterMs: number): boolean {
  const [old, setOld] = useState<object | undefined>();
  useEffect(() => {
    const timer = setTimeout(() => setOld(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return value !== undefined && old === value;
}
