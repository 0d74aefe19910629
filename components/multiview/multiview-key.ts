/** What a key of the multiview does. */
export type MultiviewKey =
  | { does: 'enlarge'; place: number }
  | { does: 'step'; column: -1 | 0 | 1; row: -1 | 0 | 1; carry: boolean }
  | { does: 'sound' | 'health' | 'shrink' | 'keys' | 'page-fullscreen' | 'tile-fullscreen' };

/** The keys as the help shows them. */
export const multiviewKeys: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ['1', '…', '9'], text: 'Show this camera full size, and back' },
  { keys: ['←', '↑', '→', '↓'], text: 'Go to another camera' },
  { keys: ['Shift', '←', '↑', '→', '↓'], text: 'Move the camera on the multiview' },
  { keys: ['Enter'], text: 'Show the selected camera full size, and back' },
  { keys: ['M'], text: 'Sound of the selected camera' },
  { keys: ['H'], text: 'Rates, latency and health of all cameras' },
  { keys: ['F'], text: 'Whole page on the whole screen' },
  { keys: ['Shift', 'F'], text: 'Selected camera on the whole screen' },
  { keys: ['Esc'], text: 'Back to the multiview' },
  { keys: ['?'], text: 'These keys' },
];

const arrows: Record<string, [column: -1 | 0 | 1, row: -1 | 0 | 1]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** @returns null for a key that is not the multiview's */
export function readMultiviewKey({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>): MultiviewKey | null {
  if (ctrlKey || metaKey || altKey) return null;
  const arrow = arrows[key];
  if (arrow) return { does: 'step', column: arrow[0], row: arrow[1], carry: shiftKey };
  if (/^[1-9]$/.test(key)) return { does: 'enlarge', place: Number(key) };
  switch (key.toLowerCase()) {
    case 'm':
      return { does: 'sound' };
    case 'h':
    case 'i':
      return { does: 'health' };
    case 'f':
      return { does: shiftKey ? 'tile-fullscreen' : 'page-fullscreen' };
    case 'escape':
      return { does: 'shrink' };
    case '?':
      return { does: 'keys' };
    default:
      return null;
  }
}
