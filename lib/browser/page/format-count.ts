const twoDigits = (value: number): string => String(value % 60).padStart(2, '0');

/** Whole seconds as a counter that runs: 0:03, 12:05, 1:00:07. */
export function formatCount(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(seconds)}`;
}
