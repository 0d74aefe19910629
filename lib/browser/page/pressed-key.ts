export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** Names of keys whose sign an input method or a dead key hides. */
const hidden = ['Process', 'Unidentified', 'Dead'];
/** The signs of a US keyboard, by the names of their places. */
const signs: Record<string, string> = {
  Space: ' ',
  Comma: ',',
  Period: '.',
  Slash: '/',
  Minus: '-',
  Equal: '=',
  NumpadAdd: '+',
  NumpadSubtract: '-',
  NumpadEnter: 'Enter',
};
const shiftedSigns: Record<string, string> = { Slash: '?', Equal: '+' };

const isHidden = (key: string): boolean => hidden.includes(key);
/** Whether a key types a letter of another script, such as Russian or Japanese. */
const isOtherScript = (key: string): boolean => /^(?!\p{Script=Latin})\p{L}$/u.test(key);

/**
 * The key as `event.key` names it, letters in lower case. Where an input method hides what a key types, or it types a letter of
 * another script, the place on a US keyboard decides. Wide signs of East Asia count as the usual ones.
 */
export function keyOf({ key, code, shiftKey }: PressedKey): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const typed = key.normalize('NFKC');
  if (letter && (isHidden(key) || (typed.length === 1 && typed > '~'))) return letter.toLowerCase();
  if (isHidden(key)) return (shiftKey ? shiftedSigns[code] : undefined) ?? signs[code] ?? code;
  if (isOtherScript(typed)) return signs[code] ?? typed;
  return typed.length === 1 ? typed.toLowerCase() : typed;
}

/** The digit of a key by its place, since French and Czech keyboards type signs there; null for other keys. */
export function digitOf({ key, code }: PressedKey): number | null {
  // Without NumLock, the block of digits has arrows and other named keys.
  const isSign = key.length === 1 || isHidden(key);
  const [place] = (isSign && /(?<=^(?:Digit|Numpad))\d$/.exec(code)) || [];
  const digit = place ?? /^\d$/.exec(key)?.[0];
  return digit === undefined ? null : Number(digit);
}

/** The key code of a key that an input method takes. Safari sends it for the key that ends a composition, too. */
const takenKeyCode = 229;

/**
 * Whether Escape is pressed to leave something. While an input method composes a word, Escape ends that alone.
 * @param event of the browser, or React's `nativeEvent`
 */
export const isEscape = (event: KeyboardEvent): boolean =>
  event.key === 'Escape' && !event.isComposing && event.keyCode !== takenKeyCode;

/**
 * Presses a key again by its own name where an input method hides it: menus know Escape and arrows by their names alone.
 * @returns whether it did, so that the hidden key means nothing else
 */
export function pressByName(event: KeyboardEvent): boolean {
  const { code, shiftKey, target } = event;
  const key = keyOf(event);
  if (!isHidden(event.key) || key === '' || event.isComposing) return false;
  event.preventDefault();
  target?.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }));
  return true;
}

/** Where a letter or a digit is text, and dialogs, which are above the page. */
const textFields =
  'input:not([type="radio"], [type="range"]), textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"]';

/** Whether a key without Control, Command or Alt is pressed where it types nothing. */
export const isShortcut = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey) && !(target instanceof Element && target.closest(textFields));
