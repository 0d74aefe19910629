import { expect, test } from 'vitest';
import { showToastsBy, toast } from './toast';

test('toasts wait for what shows them, and are shown in their order', () => {
  toast('Stream Added', { description: 'Camera 1' });
  toast.error('Error');
  const shown: unknown[] = [];
  showToastsBy((...parts) => shown.push(parts));
  expect(shown).toEqual([
    ['message', 'Stream Added', { description: 'Camera 1' }],
    ['error', 'Error'],
  ]);
  toast('Marked');
  expect(shown.at(-1)).toEqual(['message', 'Marked']);
});
