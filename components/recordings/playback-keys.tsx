import { cn } from '@/components/ui/cn';
import { keyOf, type PressedKey } from '@/lib/browser/page/pressed-key';
import { type PlaybackClock, playbackRates } from './playback-clock';

/** The rates that J and L go through, one slower or faster with each press. */
const shuttleRates = [...playbackRates.map((rate) => -rate).reverse(), ...playbackRates];

const arrows: Record<string, -1 | 1> = { ArrowLeft: -1, ArrowRight: 1 };

/** The keys of playback, for the help below the timeline. */
export const playbackKeys = [
  { keys: ['Space', 'K'], text: 'Play, pause' },
  { keys: ['J'], text: 'Slower, then backward' },
  { keys: ['L'], text: 'Faster' },
  { keys: ['←', '→'], text: 'Back, forward 1 s; with Shift 10 s' },
  { keys: [',', '.'], text: 'One frame back, forward' },
  { keys: ['+', '-'], text: 'Less, more of the time' },
] as const;

/** The keys of points and marks. */
export const pointKeys = [
  { keys: ['I', 'O'], text: 'In and out point; with Shift go there' },
  { keys: ['X'], text: 'Mark this moment' },
  { keys: ['P', 'N'], text: 'Previous, next mark' },
] as const;

/** The keys of a show that was cut. */
export const programKeys = [{ keys: ['↑', '↓'], text: 'Previous, next cut' }] as const;

/** The keys that change the cuts. */
export const cutKeys = [
  { keys: ['1', '…', '9'], text: 'Cut to that camera here' },
  { keys: ['Delete'], text: 'Remove this cut' },
  { keys: ['Z'], text: 'Undo' },
] as const;

/** The commands of keys beyond those of the clock. */
interface PointCommands {
  setIn: () => void;
  setOut: () => void;
  goToIn: () => void;
  goToOut: () => void;
  mark: () => void;
  previousMark: () => void;
  nextMark: () => void;
}

/** Whether a key is typed into something; a slider is none, whose keys mean the same as the page's. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=range]), select, textarea');

/** Does what a key means for points and marks. @returns false for a key that means nothing */
export function pressPointKey(
  event: PressedKey,
  { setIn, setOut, goToIn, goToOut, mark, previousMark, nextMark }: PointCommands,
): boolean {
  const { shiftKey } = event;
  const commands: Record<string, () => void> = {
    i: shiftKey ? goToIn : setIn,
    o: shiftKey ? goToOut : setOut,
    x: mark,
    p: previousMark,
    n: nextMark,
  };
  const command = commands[keyOf(event)];
  command?.();
  return command !== undefined;
}

interface CutCommands {
  /** @param number of the camera, from 1 */
  cutTo: (number: number) => void;
  remove: () => void;
  undo: () => void;
}

/** Does what a key means for the cuts. @returns false for a key that means nothing */
export function pressCutKey(event: PressedKey, { cutTo, remove, undo }: CutCommands): boolean {
  const key = keyOf(event);
  if (/^[1-9]$/.test(key)) cutTo(Number(key));
  else if (key === 'Delete' || key === 'Backspace') remove();
  else if (key === 'z') undo();
  else return false;
  return true;
}

/** The player of the camera that is large. */
interface FramePlayer {
  /** The moment of the frame after or before the clock's. */
  frameMs(by: 1 | -1): number;
}

/** Does what a key means for playback. @param large whose frames a step counts. @returns false for a key that means nothing */
export function pressPlaybackKey(event: PressedKey, clock: PlaybackClock, large: FramePlayer | undefined): boolean {
  const key = keyOf(event);
  const direction = arrows[key];
  if (direction !== undefined) {
    clock.jumpTo(clock.positionMs + direction * (event.shiftKey ? 10_000 : 1_000));
    return true;
  }
  const stepFrame = (by: 1 | -1) => {
    clock.pause();
    if (large) clock.jumpTo(large.frameMs(by));
  };
  const commands: Record<string, () => void> = {
    ' ': () => togglePlaying(clock),
    k: () => togglePlaying(clock),
    j: () => shuttle(clock, -1),
    l: () => shuttle(clock, 1),
    ',': () => stepFrame(-1),
    '.': () => stepFrame(1),
  };
  const command = commands[key];
  command?.();
  return command !== undefined;
}

/** Plays forward, or pauses. */
export function togglePlaying(clock: PlaybackClock): void {
  if (clock.isPlaying) {
    clock.pause();
    return;
  }
  if (clock.rate < 0) clock.setRate(1);
  clock.play();
}

/** One rate slower or faster; a paused clock begins at the usual one, in that direction. */
function shuttle(clock: PlaybackClock, by: -1 | 1): void {
  const index = shuttleRates.indexOf(clock.rate) + by;
  const next = shuttleRates[Math.max(0, Math.min(shuttleRates.length - 1, index))] ?? by;
  clock.setRate(clock.isPlaying ? next : by);
  clock.play();
}

/** Keys, and what they do together. */
export interface KeyWords {
  keys: readonly string[];
  text: string;
}

/** A list of keys in one line, or in as many as it needs. */
export function KeyHelp({ keys: help, className }: { keys: readonly KeyWords[]; className?: string }) {
  return (
    <dl className={cn('flex flex-wrap gap-x-6 gap-y-1 text-muted text-sm pointer-coarse:hidden', className)}>
      {help.map(({ keys, text }) => (
        <div key={text} className="flex gap-2">
          <dt className="flex gap-1">
            {keys.map((key) => (
              <kbd key={key} className="rounded-sm border px-1 font-mono text-xs">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
