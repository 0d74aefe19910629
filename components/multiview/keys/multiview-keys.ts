import { digitOf, keyOf, type PressedKey } from '@/lib/browser/page/pressed-key';
import { useKeyDown } from '@/lib/browser/page/use-key-down';

/** A key that switches something on or off, or back; it is the action of the same name. */
export type Toggle =
  | 'health'
  | 'frame-lock'
  | 'shrink'
  | 'filmstrip'
  | 'off-cameras'
  | 'clock'
  | 'overlay'
  | 'safe-areas'
  | 'center-cross'
  | 'aspect-mask'
  | 'desk';

type Command =
  | Toggle
  | 'program'
  | 'audio'
  | 'help'
  | 'page-fullscreen'
  | 'tile-fullscreen'
  | 'presets'
  | 'cameras'
  | 'comments'
  | 'replay'
  | 'mark';

/** A keyboard command of the multiview. */
type MultiviewKey =
  | { does: 'digit'; digit: number }
  | { does: 'recall'; preset: number }
  | { does: 'step'; column: -1 | 0 | 1; row: -1 | 0 | 1; moves: boolean }
  | { does: 'layout'; by: -1 | 1 }
  | { [Does in Command]: { does: Does } }[Command];

/** The commands of all keys. */
export type MultiviewCommands = {
  [Does in MultiviewKey['does']]: (key: Extract<MultiviewKey, { does: Does }>) => void;
};

/** The keys as the help lists them. */
export const multiviewKeys: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ['1', '…', '99'], text: 'Show the camera with this number full size, and back' },
  { keys: ['/'], text: 'Find a camera' },
  { keys: ['←', '↑', '→', '↓'], text: 'Select another camera' },
  { keys: ['Shift', '←', '↑', '→', '↓'], text: 'Move the selected camera' },
  { keys: ['Enter'], text: 'Show the selected camera full size, and back' },
  { keys: ['S'], text: 'Show the other cameras in a strip' },
  { keys: ['L'], text: 'Next layout (Shift: previous)' },
  { keys: ['D'], text: 'Program leads: what is on air large, what is next beside it' },
  { keys: ['V'], text: 'Cut here: numbers and taps choose what is next' },
  { keys: ['Enter', 'Space'], text: 'While you cut here: put on air what is next' },
  { keys: ['P'], text: 'Presets' },
  { keys: ['Shift', '1', '…', '9'], text: 'Recall a preset' },
  { keys: ['O'], text: 'Show or hide cameras that are off' },
  { keys: ['W'], text: 'Keep the clock below the cameras' },
  { keys: ['N'], text: 'Put labels over the pictures, or below' },
  { keys: ['M'], text: 'Sound of the selected camera on or off' },
  { keys: ['H'], text: 'Show or hide rates, latency and health' },
  { keys: ['K'], text: 'Frame lock: keep all cameras in sync' },
  { keys: ['G'], text: 'Safe areas' },
  { keys: ['C'], text: 'Center cross' },
  { keys: ['A'], text: 'Aspect masks: 4:3, 1:1, 9:16, 2.39:1' },
  { keys: ['R'], text: 'Replay the last seconds of recorded cameras' },
  { keys: ['X'], text: 'Mark this moment in the recordings' },
  { keys: ['E'], text: 'Comments of guests and members' },
  { keys: ['T'], text: 'Hold to talk, while Talkback is open' },
  { keys: ['F'], text: 'Fullscreen' },
  { keys: ['Shift', 'F'], text: 'Selected camera fullscreen' },
  { keys: ['Esc'], text: 'Back to the multiview' },
  { keys: ['?'], text: 'Show this help' },
];

const arrows: Record<string, [column: -1 | 0 | 1, row: -1 | 0 | 1]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const commands: Record<string, Command> = {
  m: 'audio',
  h: 'health',
  i: 'health',
  k: 'frame-lock',
  s: 'filmstrip',
  p: 'presets',
  r: 'replay',
  x: 'mark',
  e: 'comments',
  o: 'off-cameras',
  w: 'clock',
  n: 'overlay',
  g: 'safe-areas',
  c: 'center-cross',
  a: 'aspect-mask',
  d: 'program',
  v: 'desk',
  '/': 'cameras',
  Escape: 'shrink',
  '?': 'help',
};

type KeyPress = PressedKey & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Reads a key. A digit counts by its place, unless Shift makes it the question mark, as on Russian keyboards.
 * @returns null for a key that the multiview does not use
 */
export function readMultiviewKey(press: KeyPress): MultiviewKey | null {
  const { code, shiftKey, ctrlKey, metaKey, altKey } = press;
  if (ctrlKey || metaKey || altKey) return null;
  const key = keyOf(press);
  const arrow = arrows[key];
  if (arrow) return { does: 'step', column: arrow[0], row: arrow[1], moves: shiftKey };
  const digit = key === '?' ? null : digitOf(press);
  if (digit !== null && !shiftKey) return { does: 'digit', digit };
  if (digit) return { does: 'recall', preset: digit };
  if (key === 'l') return { does: 'layout', by: shiftKey ? -1 : 1 };
  if (key === 'f') return { does: shiftKey ? 'tile-fullscreen' : 'page-fullscreen' };
  const does = commands[key] ?? (shiftKey && code === 'Slash' ? 'help' : undefined);
  return does ? { does } : null;
}

/** Whether a form field or a dialog gets the key instead of the multiview. */
export const isForOthers = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

/** Does what keys say while the component is mounted. Several components may share the keys. */
export function useMultiviewKeys(does: Partial<MultiviewCommands>): void {
  useKeyDown((event) => {
    const key = isForOthers(event.target) ? null : readMultiviewKey(event);
    if (!key) return;
    // Arrow keys would scroll the page.
    event.preventDefault();
    // The compiler does not see that a key and its command belong together.
    (does[key.does] as ((key: MultiviewKey) => void) | undefined)?.(key);
  });
}

/** A second digit within this time belongs to the first. */
const secondDigitMs = 800;

interface Typed {
  number: number;
  atMs: number;
}

/**
 * Camera numbers of one or two digits. The first digit counts at once, and the second one corrects it, so that nobody
 * waits where numbers go beyond nine.
 */
export class TypedNumber {
  #last: Typed | null = null;

  /**
   * @param exists whether a camera has the number
   * @param nowMs of any steady clock
   * @returns the number, and whether it corrects the one before; null where no camera has it
   */
  add(
    digit: number,
    exists: (number: number) => boolean,
    nowMs: number,
  ): { number: number; isCorrection: boolean } | null {
    const last = this.#last;
    this.#last = null;
    if (last && nowMs - last.atMs <= secondDigitMs) {
      const number = last.number * 10 + digit;
      if (exists(number)) return { number, isCorrection: exists(last.number) };
    }
    if (digit === 0) return null;
    this.#last = { number: digit, atMs: nowMs };
    return exists(digit) ? { number: digit, isCorrection: false } : null;
  }
}
