import { useEffect } from 'react';

/** Keeps the screen awake while the component is mounted. Browsers release the lock of a hidden page. */
export function useWakeLock(): void {
  useEffect(() => {
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const acquire = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      try {
        lock = await navigator.wakeLock?.request('screen');
        if (isOver) await lock?.release();
      } catch {
        // A low battery or a policy forbids it: the screen sleeps as usual.
      }
    };
    document.addEventListener('visibilitychange', acquire);
    void acquire();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', acquire);
      void lock?.release();
    };
  }, []);
}
