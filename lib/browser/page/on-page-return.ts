/** How often the clock is looked at, and how far it must have jumped: a hidden page's timers may rest for a minute. */
const lookMs = 5_000;
const sleptMs = 120_000;

/**
 * Calls back when the page may reach its servers again, or find that it has lost them: it is back on the network, in
 * view again, or its machine has slept.
 * @param onReturn told whether the machine slept, that is, the clock jumped by two minutes or more
 * @returns a function that stops it
 */
export function onPageReturn(onReturn: (slept: boolean) => void): () => void {
  let lookedAtMs = Date.now();
  const look = () => {
    const slept = Date.now() - lookedAtMs >= sleptMs;
    lookedAtMs = Date.now();
    return slept;
  };
  const onOnline = () => onReturn(look());
  const onVisible = () => {
    if (document.visibilityState === 'visible') onReturn(look());
  };
  const timer = setInterval(() => {
    if (look()) onReturn(true);
  }, lookMs);
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
