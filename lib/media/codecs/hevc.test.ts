import { expect, test } from 'vitest';
import { HevcTime } from './hevc';
import { precisionTimeStampNal } from './sei';

const slice = Buffer.from('0201d0096e', 'hex');

/** Supplemental enhancement information for the next picture. */
const sei = (type: number, payload: Buffer) =>
  Buffer.concat([Buffer.from([39 << 1, 1, type, payload.length]), payload, Buffer.from([0x80])]);

interface Code {
  time: string;
  frame: number;
  isFull?: boolean;
}

/** H.265, D.2.27: one clock timestamp, counted in fields, without an offset. */
function timeCode({ time, frame, isFull = true }: Code): Buffer {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const fields = [
    [1, 2],
    [1, 1],
    [1, 1],
    [0, 5],
    [isFull ? 1 : 0, 1],
    [0, 2],
    [frame, 9],
    ...(isFull
      ? [
          [seconds, 6],
          [minutes, 6],
          [hours, 5],
          [0, 5],
        ]
      : [[0, 6]]),
  ];
  const bits = fields.map(([value = 0, count = 0]) => value.toString(2).padStart(count, '0')).join('');
  return sei(136, Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))));
}

const accessUnit = (...units: Buffer[]) => [...units, slice];

/** The times that a stream of time codes tells, by the frame that tells them. */
function told(codes: Code[]): (string | null)[] {
  const reader = new HevcTime();
  return codes.map((code) => {
    const time = reader.read(accessUnit(timeCode(code)));
    return time && `${new Date(time.ms).toISOString().slice(11, 23)} ${time.isTimeOfDay}`;
  });
}

test('a time code tells the time where a second begins', () => {
  const codes = ['12:34:55 29', '12:34:56 0', '12:34:56 1', '12:34:56 29', '12:34:57 0'].map((text) => {
    const [time = '', frame = ''] = text.split(' ');
    return { time, frame: Number(frame) };
  });
  expect(told(codes)).toEqual([null, '12:34:56.000 true', null, null, '12:34:57.000 true']);
});

test('an encoder that counts no frames tells it at each new second', () => {
  const codes = ['23:59:59', '23:59:59', '00:00:00', '00:00:00'].map((time) => ({ time, frame: 0 }));
  expect(told(codes)).toEqual([null, null, '00:00:00.000 true', null]);
});

test('a second whose first frame was lost tells nothing', () => {
  const codes = [
    { time: '12:34:55', frame: 29 },
    { time: '12:34:56', frame: 1 },
    { time: '12:34:56', frame: 2 },
  ];
  expect(told(codes)).toEqual([null, null, null]);
});

test('a time code as Moblin writes it is read', () => {
  const reader = new HevcTime();
  reader.read(accessUnit(timeCode({ time: '12:34:55', frame: 3 })));
  // 12:34:56, frame 7, fields counted.
  const written = sei(136, Buffer.from('70403f113010', 'hex'));
  expect(reader.read(accessUnit(written))).toBeNull();
  expect(reader.read(accessUnit(timeCode({ time: '12:34:57', frame: 0 })))).toEqual({
    ms: ((12 * 60 + 34) * 60 + 57) * 1_000,
    isTimeOfDay: true,
  });
});

test('a precision time stamp tells it of every frame, and takes precedence', () => {
  const stampedMs = 1_764_000_000_123.456;
  const [, type = 0, length = 0, ...rest] = precisionTimeStampNal(stampedMs);
  const stamp = sei(type, Buffer.from(rest.slice(0, length)));
  const units = accessUnit(timeCode({ time: '12:34:56', frame: 0 }), stamp);
  expect(new HevcTime().read(units)).toEqual({ ms: stampedMs, isTimeOfDay: false });
});

test.each([
  ['no message', accessUnit()],
  ['an incomplete time', accessUnit(timeCode({ time: '12:34:57', frame: 0, isFull: false }))],
  ['an hour that no day has', accessUnit(timeCode({ time: '24:00:00', frame: 0 }))],
  ['a message that is cut short', accessUnit(sei(136, Buffer.from('7040', 'hex')))],
  ['no timestamp', accessUnit(sei(136, Buffer.from([0])))],
])('no time: %s', (_, units) => {
  const reader = new HevcTime();
  reader.read(accessUnit(timeCode({ time: '12:34:56', frame: 12 })));
  expect(reader.read(units)).toBeNull();
});
