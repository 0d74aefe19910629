import { afterEach, expect, test } from 'vitest';
import { HostSlots } from './host-slots';

const name = `sightline-test-${process.pid}`;
const all: HostSlots[] = [];
const slots = () => {
  const made = new HostSlots(name, 3);
  all.push(made);
  return made;
};

afterEach(() => {
  for (const made of all.splice(0)) made.release();
});

test.runIf(process.platform === 'linux')(
  'there are so many places on a machine, and those that are given back are free',
  async () => {
    const [first, second, third] = [slots(), slots(), slots()];
    expect([await first.take(2), await second.take(1), await third.take(1)]).toEqual([true, true, false]);
    first.release();
    expect(await third.take(3), 'one is still taken').toBe(false);
    expect([await third.take(2), await first.take(1)]).toEqual([true, false]);
    second.release();
    expect(await first.take(1)).toBe(true);
  },
);
