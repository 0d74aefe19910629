import { expect, test } from 'vitest';
import { payloadPrint } from '@/lib/core/payload-print';
import { SendingDelay } from './sending-delay';

const payload = (number: number): Buffer => {
  const bytes = Buffer.alloc(1_316, number % 251);
  bytes.writeUInt32BE(number, 0);
  return bytes;
};

function setUp() {
  const now = { ms: 1_000_000 };
  const sending = new SendingDelay(() => now.ms);
  sending.restart();
  const reading = (packets: [number, number][], byIndex = false) =>
    sending.follow({ packets, byIndex, wayMs: 4, uncertaintyMs: 3 });
  return { now, sending, reading };
}

test('nothing is known at first; then the latency, and the way once the gateway knows it', () => {
  const { sending, reading } = setUp();
  expect(sending.delay).toBeNull();
  sending.srtLatencyMs = 120;
  expect(sending.delay?.ms).toBe(120);
  reading([]);
  expect(sending.delay?.ms).toBe(124);
  expect(sending.isMeasured).toBe(false);
});

test('a way of 60 ms is in the delay, beside the latency', () => {
  const { now, sending } = setUp();
  sending.srtLatencyMs = 120;
  sending.addMessage(payload(1));
  // The gateway takes half of the round trip off, so that a packet was sent 60 ms before it passed there.
  const packets: [number, number][] = [[payloadPrint(payload(1), 0), now.ms - 180]];
  sending.follow({ packets, byIndex: false, wayMs: 60, uncertaintyMs: 32 });
  expect(sending.delay).toEqual({ ms: 180, uncertaintyMs: 32 });
});

test.each([
  ['by their payload', false],
  ['by their place', true],
])('a handshake that was late is measured, %s', (_, byIndex) => {
  const { now, sending, reading } = setUp();
  sending.srtLatencyMs = 120;
  const sentMs = now.ms;
  now.ms += 194;
  for (let number = 0; number < 50; number++) sending.addMessage(payload(number));
  const keyOf = (number: number) => (byIndex ? number : payloadPrint(payload(number), 0));
  reading(
    [
      [keyOf(10), sentMs],
      [keyOf(20), sentMs + 4],
    ],
    byIndex,
  );
  expect(sending.delay).toEqual({ ms: 190, uncertaintyMs: 3 });
  expect(sending.isMeasured).toBe(true);
});

test('packets are known by their place for as long as none is missing; then what was measured holds', () => {
  const { now, sending, reading } = setUp();
  const follow = (number: number, delayMs: number) => {
    reading([[number, now.ms - delayMs]], true);
    return sending.delay?.ms;
  };
  for (let number = 0; number < 300; number++) {
    now.ms += 1_000;
    sending.addMessage(payload(number));
  }
  expect(follow(299, 190), 'after five minutes').toBe(190);
  reading([[301, now.ms]], true);
  sending.noteDrops();
  now.ms += 1_000;
  for (const number of [301, 302]) sending.addMessage(payload(number));
  expect(follow(301, 150)).toBe(190);
  sending.restart();
  sending.addMessage(payload(0));
  expect(follow(0, 140), 'of the next connection').toBe(140);
});

test('a packet that is still on its way is met when it comes', () => {
  const { now, sending, reading } = setUp();
  sending.srtLatencyMs = 2_000;
  reading([[payloadPrint(payload(7), 0), now.ms]]);
  now.ms += 2_010;
  sending.addMessage(payload(7));
  expect(sending.delay?.ms).toBe(2_010);
});

test('padding that repeats itself tells nothing, nor does a packet of another connection', () => {
  const { now, sending, reading } = setUp();
  sending.srtLatencyMs = 120;
  for (let count = 0; count < 3; count++) sending.addMessage(payload(7));
  reading([[payloadPrint(payload(7), 0), now.ms - 100]]);
  sending.addMessage(payload(8));
  sending.restart();
  reading([[payloadPrint(payload(8), 0), now.ms - 100]]);
  expect(sending.isMeasured).toBe(false);
});

test('the least of the last seconds counts, so a busy moment does not', () => {
  const { now, sending, reading } = setUp();
  for (let number = 0; number < 12; number++) {
    const sentMs = now.ms - (number % 3 === 0 ? 124 : 160);
    sending.addMessage(payload(number));
    reading([[payloadPrint(payload(number), 0), sentMs]]);
    now.ms += 250;
  }
  expect(sending.delay?.ms).toBe(124);
});
