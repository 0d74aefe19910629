import { expect, test } from 'vitest';
import { asPending } from './as-pending';

const organ = { id: 'a', attributes: { name: 'Organ', status: 'idle' } };
const choir = { id: 'b', attributes: { name: 'Choir', status: 'active' } };

test('shows the latest new name, and changes nothing else', () => {
  const renames = [
    { id: 'a', name: 'Great Organ' },
    { id: 'a', name: 'Small Organ' },
  ];
  const [first, second] = asPending([organ, choir], renames, []);
  expect(first).toEqual({ id: 'a', attributes: { name: 'Small Organ', status: 'idle' } });
  expect(second).toBe(choir);
});

test('leaves out what is being deleted', () => {
  expect(asPending([organ, choir], [], ['b', 'gone'])).toEqual([organ]);
});
