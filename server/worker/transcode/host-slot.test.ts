import { afterEach, expect, test } from 'vitest';
import { HostSlot } from './host-slot';

const name = `sightline-test-${process.pid}`;
const slots: HostSlot[] = [];
const slot = () => {
  const made = new HostSlot(name, 2);
  slots.push(made);
  return made;
};

afterEach(() => {
  for (const made of slots.splice(0)) made.release();
});

test.runIf(process.platform === 'linux')(
  'there are so many places on a machine, and one that is given back is free',
  async () => {
    const [first, second, third] = [slot(), slot(), slot()];
    expect([await first.take(), await second.take(), await third.take()]).toEqual([true, true, false]);
    first.release();
    expect([await third.take(), await first.take()]).toEqual([true, false]);
  },
);
