import { useEffect, useState } from 'react';
import type { SleepCause } from './diagnose-screen';

/**
 * Keeps the screen awake while the component is mounted. Browsers release the lock of a hidden page.
 * @returns why the screen may sleep all the same; null while it stays awake, or before that is known
 */
export function useWakeLock(): SleepCause | null {
  const [cause, setCause] = useState<SleepCause | null>(null);
  useEffect(() => {
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const acquire = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      const latest = await request();
      if (isOver) return void (latest instanceof Object && latest.release());
      if (latest instanceof Object) lock = latest;
      setCause(latest instanceof Object ? null : latest);
    };
    document.addEventListener('visibilitychange', acquire);
    void acquire();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', acquire);
      void lock?.release();
    };
  }, []);
  return cause;
}

/** Asks the browser for the lock. @returns the lock, or why there is none; null where the page was hidden meanwhile */
async function request(): Promise<WakeLockSentinel | SleepCause | null> {
  if (!window.isSecureContext) return 'insecure';
  if (!('wakeLock' in navigator)) return 'unsupported';
  try {
    return await navigator.wakeLock.request('screen');
  } catch {
    // A low battery, battery saving or a policy forbids it.
    return document.visibilityState === 'visible' ? 'refused' : null;
  }
}
