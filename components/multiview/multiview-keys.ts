/** What a key does on the multiview. */
export type MultiviewKey =
  | { does: 'enlarge'; position: number }
  | { does: 'step'; column: -1 | 0 | 1; row: -1 | 0 | 1; moves: boolean }
  | { does: 'audio' | 'health' | 'shrink' | 'help' | 'page-fullscreen' | 'tile-fullscreen' };

/** The keys as the help lists them. */
export const multiviewKeys: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ['1', '…', '9'], text: 'Show a camera full size, and back' },
  { keys: ['←', '↑', '→', '↓'], text: 'Select another camera' },
  { keys: ['Shift', '←', '↑', '→', '↓'], text: 'Move the selected camera' },
  { keys: ['Enter'], text: 'Show the selected camera full size, and back' },
  { keys: ['M'], text: 'Sound of the selected camera on or off' },
  { keys: ['H'], text: 'Show or hide rates, latency and health' },
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

/** @returns null for a key that the multiview does not use */
export function readMultiviewKey({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>): MultiviewKey | null {
  if (ctrlKey || metaKey || altKey) return null;
  const arrow = arrows[key];
  if (arrow) return { does: 'step', column: arrow[0], row: arrow[1], moves: shiftKey };
  if (/^[1-9]$/.test(key)) return { does: 'enlarge', position: Number(key) };
  switch (key.toLowerCase()) {
    case 'm':
      return { does: 'audio' };
    case 'h':
    case 'i':
      return { does: 'health' };
    case 'f':
      return { does: shiftKey ? 'tile-fullscreen' : 'page-fullscreen' };
    case 'escape':
      return { does: 'shrink' };
    case '?':
      return { does: 'help' };
    default:
      return null;
  }
}
