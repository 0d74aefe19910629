import { expect, test } from 'vitest';
import { optimisticList } from './optimistic-list';

const organ = { id: 'a', attributes: { name: 'Organ', status: 'idle' } };
const choir = { id: 'b', attributes: { name: 'Choir', status: 'active' } };

test('shows the latest new name, and changes nothing else', () => {
  const renames = [
    { id: 'a', name: 'Great Organ' },
    { id: 'a', name: 'Small Organ' },
  ];
  const [first, second] = optimisticList([organ, choir], renames, []);
  expect(first).toEqual({ id: 'a', attributes: { name: 'Small Organ', status: 'idle' } });
  expect(second).toBe(choir);
});

test('leaves out what is being deleted', () => {
  expect(optimisticList([organ, choir], [], ['b', 'gone'])).toEqual([organ]);
});
