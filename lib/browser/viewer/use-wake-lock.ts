import { useEffect, useState } from 'react';

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

/** The reasons why a page cannot keep its screen awake. */
export type SleepCause = 'insecure' | 'unsupported' | 'refused';

const sentences: Record<SleepCause, string> = {
  insecure: 'Screen may sleep. Open this page by https, which browsers need to keep it awake.',
  unsupported: 'Screen may sleep. Turn sleep off in the device’s settings.',
  refused: 'Screen may sleep: the browser refused to keep it awake. Turn battery saving off, or charge the device.',
};

/** Says that the screen may go to sleep, and what to do; null while it stays awake. */
export const diagnoseScreen = (cause: SleepCause | null): string | null => (cause ? sentences[cause] : null);
