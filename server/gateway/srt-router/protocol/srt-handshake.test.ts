import { describe, expect, test } from 'vitest';
import {
  agreedReceiveLatencyMs,
  buildInduction,
  buildInductionAnswer,
  buildRejection,
  buildShutdown,
  destinationSocketId,
  isShutdown,
  parseConclusionExtensions,
  parseHandshake,
  withCookie,
  withMinLatency,
  withTimeHeldBack,
  withWholePacketFilter,
} from './srt-handshake';

// Captured from libsrt 1.5.1, called by FFmpeg 5.1.
const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const captured = {
  induction: hex(`80000000 00000000 0000007e 00000000 00000004 00000002 5c82f8f1 000005dc 00002000 00000001 3976e66a
    00000000 0100007f 00000000 00000000 00000000`),
  inductionAnswer: hex(`80000000 00000000 0007d190 3976e66a 00000005 00004a17 5c82f8f1 000005dc 00002000 00000001
    3976e66a f4c6fa95 0100007f 00000000 00000000 00000000`),
  conclusion: hex(`80000000 00000000 00000f2f 00000000 00000005 00000005 5c82f8f1 000005dc 00002000 ffffffff 3976e66a
    f4c6fa95 0100007f 00000000 00000000 00000000 00010003 00010501 000000bf 00780078 00050004 4b636261 312d5945
    35343332 00003736`),
  encryptedConclusion: hex(`80000000 00000000 00000dc7 00000000 00000005 00000007 4a2fddd1 000005dc 00002000 ffffffff
    39588d6c dac130d9 0100007f 00000000 00000000 00000000 00010003 00010501 000000bf 00c800c8 00050006 3a3a2123
    62613d72 59454b63 703d6d2c 696c6275 00006873 0003000e 12202901 00000000 02000200 00000404 fa13d7de 60f20818
    8fbf72a8 7abed404 eb50c7fa fda8baaf da0b2e3c 6df2dc6f c6a8a933 5a96d71c`),
  conclusionAnswer: hex(`80000000 00000000 000000f8 3976e66a 00000005 00000001 5c82f8f1 000005dc 00002000 ffffffff
    06775204 f4c6fa95 0100007f 00000000 00000000 00000000 00020003 00010501 000000bf 00780078`),
  keepalive: hex('80010000 00000000 000f7442 3976e66a 00000000'),
  ack: hex(`80020000 00000001 001eef9a 3976e66a 5c82f8f9 000186a0 0000c350 00001ff7 00000001 000003e8 00000536`),
  ackAck: hex('80060000 00000001 001f06c3 06775204 00000000'),
  shutdown: hex('80050000 00000000 001f4d2f 06775204 00000000'),
  data: hex('5c82f8f1 e0000001 001ee431 06775204 47401110 0042f025'),
};

describe('the fixed part of a handshake', () => {
  test.each([
    ['induction', { kind: 'induction', socketId: 0x3976e66a, cookie: 0 }],
    ['inductionAnswer', { kind: 'induction', socketId: 0x3976e66a, cookie: 0xf4c6fa95 }],
    ['conclusion', { kind: 'conclusion', socketId: 0x3976e66a, cookie: 0xf4c6fa95, version: 5 }],
    ['conclusionAnswer', { kind: 'conclusion', socketId: 0x06775204, cookie: 0xf4c6fa95, version: 5 }],
    ['keepalive', null],
    ['ack', null],
    ['shutdown', null],
    ['data', null],
  ] as const)('of a captured %s', (name, expected) => {
    expect(parseHandshake(captured[name])).toEqual(expected);
  });

  test('is never read from a datagram that is too short for it', () => {
    for (let length = 0; length < 64; length++) {
      expect(parseHandshake(captured.conclusion.subarray(0, length))).toBeNull();
    }
  });
});

describe('the extensions of a conclusion', () => {
  test.each([
    ['conclusion', { streamId: 'abcKEY-1234567', encrypted: false, receiveLatencyMs: 120, sendLatencyMs: 120 }],
    ['encryptedConclusion', { streamId: '#!::r=abcKEY,m=publish', encrypted: true, receiveLatencyMs: 200 }],
  ] as const)('of a captured %s', (name, expected) => {
    expect(parseConclusionExtensions(captured[name])).toMatchObject({ libraryVersion: '1.5.1', ...expected });
  });

  test('are refused when a conclusion is cut inside one', () => {
    const whole = [64, 80, 100];
    for (let length = 64; length <= captured.conclusion.length; length++) {
      const extensions = parseConclusionExtensions(captured.conclusion.subarray(0, length));
      if (whole.includes(length)) expect(extensions).not.toBeNull();
      else expect(extensions).toBeNull();
    }
  });

  test.each([
    ['a length beyond the end', '0005 ffff 4b636261'],
    ['a stream id of more than 512 bytes', `0005 0081 ${'41414141'.repeat(129)}`],
    ['a handshake extension that is too short', '0001 0001 00010501'],
  ])('are refused with %s', (_, extension) => {
    const bare = captured.conclusion.subarray(0, 64);
    expect(parseConclusionExtensions(Buffer.concat([bare, hex(extension)]))).toBeNull();
  });
});

describe('the router’s own datagrams', () => {
  test('the answer to an induction is libsrt’s, except for the timestamp', () => {
    const expected = Buffer.from(captured.inductionAnswer);
    captured.induction.copy(expected, 8, 8, 12);
    expect(buildInductionAnswer(captured.induction, 0xf4c6fa95)).toEqual(expected);
  });

  test('the induction that precedes a conclusion', () => {
    const expected = Buffer.from(captured.induction);
    captured.conclusion.copy(expected, 8, 8, 12);
    expect(buildInduction(captured.conclusion)).toEqual(expected);
  });

  test('a replayed conclusion differs only by its cookie', () => {
    const replayed = withCookie(captured.conclusion, 0x01020304);
    expect(replayed.readUInt32BE(44)).toBe(0x01020304);
    expect(withCookie(replayed, 0xf4c6fa95)).toEqual(captured.conclusion);
  });

  test('a conclusion that requests a larger latency differs only by that', () => {
    const asked = parseConclusionExtensions(captured.conclusion);
    const raised = withMinLatency(captured.conclusion, { receiveLatencyMs: 100, sendLatencyMs: 250 });
    expect(parseConclusionExtensions(raised)).toEqual({ ...asked, receiveLatencyMs: 120, sendLatencyMs: 250 });
    expect(withMinLatency(raised, { receiveLatencyMs: 0, sendLatencyMs: 0 })).toEqual(raised);
    const bare = captured.conclusion.subarray(0, 70);
    expect(withMinLatency(bare, { receiveLatencyMs: 100, sendLatencyMs: 250 })).toBe(bare);
  });

  test('a rejection has a reason, addresses the caller, and is no longer than the conclusion', () => {
    const rejection = buildRejection(captured.conclusion, 1404);
    expect(parseHandshake(rejection)).toEqual({ kind: 'rejection', socketId: 0x3976e66a, reason: 1404 });
    expect(destinationSocketId(rejection)).toBe(0x3976e66a);
    expect(rejection.length).toBe(64);
  });

  test('a SHUTDOWN is libsrt’s, except for the timestamp', () => {
    const expected = Buffer.from(captured.shutdown).fill(0, 8, 12);
    expect(buildShutdown(0x06775204)).toEqual(expected);
    expect(isShutdown(captured.shutdown)).toBe(true);
  });
});

describe('the router reads', () => {
  test('the latency that a listener agrees to', () => {
    expect(agreedReceiveLatencyMs(captured.conclusionAnswer)).toBe(120);
    expect(agreedReceiveLatencyMs(captured.conclusionAnswer.subarray(0, 76))).toBeNull();
    expect(agreedReceiveLatencyMs(captured.inductionAnswer)).toBeNull();
  });

  test('the socket that a datagram addresses', () => {
    expect(destinationSocketId(captured.data)).toBe(0x06775204);
    expect(destinationSocketId(captured.induction)).toBe(0);
    expect(destinationSocketId(captured.data.subarray(0, 15))).toBeNull();
  });
});

describe('a packet filter', () => {
  const withFilter = (text: string) => {
    const words = Buffer.alloc(Math.ceil(text.length / 4) * 4);
    words.write(text);
    const header = Buffer.from([0, 7, 0, words.length / 4]);
    return Buffer.concat([captured.conclusion, header, words.swap32()]);
  };

  test.each([
    ['fec', 'fec,cols:10'],
    ['fec,rows:5', 'fec,rows:5,cols:10'],
    ['fec,cols:4', 'fec,cols:4'],
    ['other', 'other'],
  ])('%s is requested as %s', (asked, passedOn) => {
    expect(withWholePacketFilter(withFilter(asked))).toEqual(withFilter(passedOn));
  });

  test('is absent unless requested', () => {
    expect(withWholePacketFilter(captured.conclusion)).toBe(captured.conclusion);
  });
});

test('a held-back handshake has the time of sending, which wraps after 71 minutes', () => {
  const later = withTimeHeldBack(captured.conclusion, 2.5);
  expect(later.readUInt32BE(8)).toBe(0xf2f + 2_500);
  expect(Buffer.concat([later.subarray(0, 8), captured.conclusion.subarray(8, 12), later.subarray(12)])).toEqual(
    captured.conclusion,
  );
  expect(withTimeHeldBack(captured.conclusion, (2 ** 32 - 0xf2f) / 1_000).readUInt32BE(8)).toBe(0);
});
