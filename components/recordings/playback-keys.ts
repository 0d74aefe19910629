import { type PlaybackClock, playbackRates } from './playback-clock';

/** A frame at 25 a second; of a faster camera it is two. */
const frameMs = 40;

/** The keys of playback, for the help below the timeline. */
export const playbackKeys = [
  { keys: ['Space', 'K'], text: 'Play, pause' },
  { keys: ['J', 'L'], text: 'Slower, faster' },
  { keys: ['←', '→'], text: 'Back, forward 1 s; with Shift 10 s' },
  { keys: [',', '.'], text: 'One frame back, forward' },
] as const;

/** The keys of points and marks. */
export const pointKeys = [
  { keys: ['I', 'O'], text: 'In and out point; with Shift go there' },
  { keys: ['X'], text: 'Mark this moment' },
  { keys: ['P', 'N'], text: 'Previous, next mark' },
] as const;

/** The commands of keys beyond those of the clock. */
export interface PointCommands {
  setIn: () => void;
  setOut: () => void;
  goToIn: () => void;
  goToOut: () => void;
  mark: () => void;
  previousMark: () => void;
  nextMark: () => void;
}

/** Does what a key means for points and marks. @returns false for a key that means nothing */
export function pressPointKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { setIn, setOut, goToIn, goToOut, mark, previousMark, nextMark }: PointCommands,
): boolean {
  const commands: Record<string, () => void> = {
    i: shiftKey ? goToIn : setIn,
    o: shiftKey ? goToOut : setOut,
    x: mark,
    p: previousMark,
    n: nextMark,
  };
  const command = commands[key.toLowerCase()];
  command?.();
  return command !== undefined;
}

/** Does what a key means for playback. @returns false for a key that means nothing */
export function pressPlaybackKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  clock: PlaybackClock,
): boolean {
  const skipMs = shiftKey ? 10_000 : 1_000;
  const step = (ms: number) => clock.jumpTo(clock.positionMs + ms);
  const stepFrame = (ms: number) => {
    clock.pause();
    step(ms);
  };
  const commands: Record<string, () => void> = {
    ' ': () => togglePlaying(clock),
    k: () => togglePlaying(clock),
    j: () => changeRate(clock, -1),
    l: () => changeRate(clock, 1),
    arrowleft: () => step(-skipMs),
    arrowright: () => step(skipMs),
    ',': () => stepFrame(-frameMs),
    '.': () => stepFrame(frameMs),
  };
  const command = commands[key.toLowerCase()];
  command?.();
  return command !== undefined;
}

export const togglePlaying = (clock: PlaybackClock): void => (clock.isPlaying ? clock.pause() : clock.play());

/** The next rate, slower or faster. A paused clock plays then. */
function changeRate(clock: PlaybackClock, by: -1 | 1): void {
  const index = playbackRates.indexOf(clock.rate as (typeof playbackRates)[number]);
  const next = playbackRates[Math.max(0, Math.min(playbackRates.length - 1, index + (clock.isPlaying ? by : 0)))];
  clock.setRate(next ?? 1);
  clock.play();
}
