import { describe, expect, test } from 'vitest';
import {
  isOutOfStep,
  readViscaReply,
  readZoomPosition,
  splitVisca,
  unwrapVisca,
  visca,
  viscaTypeOf,
  wrapVisca,
} from './visca';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));

test.each<[name: string, message: Uint8Array, expected: string]>([
  ['right', visca.panTilt({ pan: 1, tilt: 0 }), '8101060118010203ff'],
  ['left and up', visca.panTilt({ pan: -1, tilt: 1 }), '8101060118140101ff'],
  ['slowly down', visca.panTilt({ pan: 0, tilt: -0.01 }), '8101060101010302ff'],
  ['still', visca.panTilt({ pan: 0, tilt: 0 }), '8101060101010303ff'],
  ['right at full tele', visca.panTilt({ pan: 1, tilt: 0 }, 1), '8101060104010203ff'],
  ['tele', visca.zoom(1), '8101040727ff'],
  ['slowly wide', visca.zoom(-0.01), '8101040730ff'],
  ['no zoom', visca.zoom(0), '8101040700ff'],
  ['home', visca.home(), '81010604ff'],
  ['recall', visca.recall(3), '8101043f0203ff'],
  ['store', visca.store(99), '8101043f0163ff'],
  ['clear', visca.clear(0), '8101043f0000ff'],
  ['zoom position', visca.askZoom(), '81090447ff'],
])('%s', (_, message, expected) => expect(hex(message)).toBe(expected));

describe('for any speed', () => {
  const speeds = Array.from({ length: 9 }, (_, index) => (index - 4) / 4);

  test('a drive is one message with no terminator inside, of a speed that cameras accept', () => {
    for (const pan of speeds) {
      for (const tilt of speeds) {
        for (const zoomPosition of [0, 0.3, 1]) {
          const message = visca.panTilt({ pan, tilt }, zoomPosition);
          expect(splitVisca(message)).toEqual({ messages: [message], rest: new Uint8Array() });
          const [, , , , panSpeed = 0, tiltSpeed = 0, panWay, tiltWay] = message;
          expect(panSpeed >= 1 && panSpeed <= 0x18 && tiltSpeed >= 1 && tiltSpeed <= 0x14).toBe(true);
          expect([panWay, tiltWay]).toEqual([Math.sign(pan), -Math.sign(tilt)].map((way) => [1, 3, 2][way + 1]));
        }
      }
    }
  });

  test('a faster push is never slower, and a longer lens never faster', () => {
    const speedAt = (pan: number, zoomPosition = 0) => visca.panTilt({ pan, tilt: 0 }, zoomPosition)[4] ?? 0;
    for (const [index, pan] of speeds.slice(5).entries()) {
      expect(speedAt(pan)).toBeGreaterThanOrEqual(speedAt(speeds[4 + index] ?? 0));
      expect(speedAt(pan, 1)).toBeLessThanOrEqual(speedAt(pan, 0.5));
      expect(speedAt(pan, 0.5)).toBeLessThanOrEqual(speedAt(pan));
    }
  });

  test('a zoom has a direction and a speed of 0 to 7, and none only at rest', () => {
    for (const zoom of speeds) {
      const way = (visca.zoom(zoom)[4] ?? 0) & 0xf0;
      expect(way).toBe(zoom === 0 ? 0 : zoom > 0 ? 0x20 : 0x30);
      expect((visca.zoom(zoom)[4] ?? 0) & 0x0f).toBeLessThanOrEqual(7);
    }
  });
});

test('a header says what follows, and reads back the same', () => {
  const command = wrapVisca({ type: viscaTypeOf(visca.home()), sequence: 7, payload: visca.home() });
  expect(hex(command)).toBe('010000050000000781010604ff');
  const inquiry = wrapVisca({ type: viscaTypeOf(visca.askZoom()), sequence: 0xffff_ffff, payload: visca.askZoom() });
  expect(hex(inquiry)).toBe('01100005ffffffff81090447ff');
  for (const datagram of [command, inquiry]) {
    const envelope = unwrapVisca(datagram);
    expect(envelope && wrapVisca(envelope)).toEqual(datagram);
  }
});

test.each(['', '01', '0100000500000001810106', '99990001000000010f', '0111000300000001'])(
  'a datagram of %s is no message',
  (text) => expect(unwrapVisca(bytes(text))).toBeNull(),
);

test('replies are read, and anything else is not', () => {
  expect(readViscaReply(bytes('9041ff'))).toEqual({ kind: 'ack', socket: 1 });
  expect(readViscaReply(bytes('9052ff'))).toEqual({ kind: 'done', socket: 2, data: new Uint8Array() });
  expect(readViscaReply(bytes('906003ff'))).toMatchObject({ kind: 'refused', socket: 0, isBusy: true });
  expect(readViscaReply(bytes('906141ff'))).toMatchObject({ kind: 'refused', socket: 1, isBusy: false });
  for (const other of ['', 'ff', '90ff', '1041ff', '9041', '9071ff']) expect(readViscaReply(bytes(other))).toBeNull();
  expect(isOutOfStep(bytes('0f01'))).toBe(true);
  expect(isOutOfStep(bytes('0f02'))).toBe(false);
});

test('a zoom position is a part of the optical range', () => {
  const positionOf = (text: string) => {
    const reply = readViscaReply(bytes(text));
    return reply?.kind === 'done' ? readZoomPosition(reply.data) : undefined;
  };
  expect(positionOf('905000000000ff')).toBe(0);
  expect(positionOf('905002000000ff')).toBe(0.5);
  expect(positionOf('905007000000ff')).toBe(1);
  expect(positionOf('9050ff')).toBeNull();
});

test('a stream is split wherever its pieces end', () => {
  const stream = bytes('9041ff9051ff90');
  expect(splitVisca(stream)).toEqual({ messages: [bytes('9041ff'), bytes('9051ff')], rest: bytes('90') });
});
