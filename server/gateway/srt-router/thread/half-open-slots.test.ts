import { expect, test } from 'vitest';
import { type HalfOpenCaller, HalfOpenSlots } from './half-open-slots';

function open(limits = { ofNetwork: 4, ofStream: 6, ofPort: 8 }) {
  const slots = new HalfOpenSlots(limits);
  const displaced: string[] = [];
  const take = (name: string, network: string, streamId: string): HalfOpenCaller => {
    const caller = { network, streamId, onDisplaced: () => displaced.push(name) };
    slots.take(caller);
    return caller;
  };
  return { slots, displaced, take };
}

test('among too many callers of one network, the oldest goes', () => {
  const { slots, displaced, take } = open();
  take('victim', 'home', 'organ');
  for (let count = 1; count <= 100; count++) take(`${count}`, 'attacker', 'own');
  expect(displaced).toEqual(Array.from({ length: 96 }, (_, index) => `${index + 1}`));
  expect(slots.size).toBe(5);
});

test('callers behind one address lose nothing when one of them floods its own stream', () => {
  const { displaced, take } = open();
  take('victim', 'venue', 'organ');
  for (let count = 1; count <= 100; count++) take(`${count}`, 'venue', 'own');
  take('another victim', 'venue', 'drums');
  expect(displaced).not.toContain('victim');
  expect(displaced).not.toContain('another victim');
});

test('among too many callers of one stream, the largest network loses its oldest', () => {
  const { displaced, take } = open();
  take('victim', 'home', 'organ');
  for (const network of ['a', 'b', 'c']) {
    for (let count = 1; count <= 3; count++) take(`${network}${count}`, network, 'organ');
  }
  expect(displaced).not.toContain('victim');
  expect(displaced).toHaveLength(4);
});

test('on a full port networks share evenly, and a newcomer displaces no network with as few callers', () => {
  const { slots, displaced, take } = open();
  for (const network of ['a', 'b', 'c', 'd']) for (let count = 1; count <= 2; count++) take(network, network, network);
  take('newcomer', 'home', 'organ');
  expect(displaced).toEqual(['a']);
  for (let index = 1; index <= 10; index++) take(`single ${index}`, `n${index}`, `s${index}`);
  expect(slots.size).toBe(8);
  expect(displaced.filter((name) => name === 'newcomer')).toEqual([]);
});

test('a freed slot is free', () => {
  const { slots, displaced, take } = open();
  for (let count = 1; count <= 100; count++) slots.free(take(`${count}`, 'home', 'organ'));
  expect(displaced).toEqual([]);
  expect(slots.size).toBe(0);
});
