import { useSyncExternalStore } from 'react';

/** How often the clock is checked. */
const checkIntervalMs = 5_000;
/** How far the clock jumps when the machine has slept; a hidden page's timers may pause for up to a minute. */
const sleepMs = 120_000;

/**
 * Calls back when connections may have been lost or can be established again. That is when the network is back, the
 * page is visible again, or the machine has slept.
 * @param onResume gets whether the machine has slept, that is, whether the clock has jumped by two minutes or more
 * @returns a function that stops it
 */
export function onPageResume(onResume: (hasSlept: boolean) => void): () => void {
  let checkedAtMs = Date.now();
  const checkSleep = () => {
    const hasSlept = Date.now() - checkedAtMs >= sleepMs;
    checkedAtMs = Date.now();
    return hasSlept;
  };
  const onOnline = () => onResume(checkSleep());
  const onVisible = () => {
    if (document.visibilityState === 'visible') onResume(checkSleep());
  };
  const timer = setInterval(() => {
    if (checkSleep()) onResume(true);
  }, checkIntervalMs);
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Whether the page is visible: its tab is the open one, and its window is not covered. */
export const usePageVisible = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible',
    () => true,
  );
