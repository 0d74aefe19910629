import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { SrtlaGroups } from './srtla-groups';

const port = 5_000;
let nowMs: number;
let sent: { datagram: Buffer; address: string; port: number }[];
let groups: SrtlaGroups;

beforeEach(() => {
  nowMs = 1_000;
  sent = [];
  groups = new SrtlaGroups({
    send: (datagram, to) => sent.push({ datagram: Buffer.from(datagram), ...to }),
    onLimited: () => undefined,
  });
});

const ofType = (type: number, content: Buffer = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(type);
  return Buffer.concat([head, content]);
};

/** Sends from an address. @returns the type of the answer; null without one */
function send(datagram: Buffer, address = '10.0.0.1', from = port): string | null {
  sent = [];
  groups.receive(datagram, { address, port: from }, nowMs);
  return sent[0]?.datagram.toString('hex', 0, 2) ?? null;
}

/** Asks for a group. @returns its id */
function ask(address = '10.0.0.1', from = port): Buffer {
  expect(send(ofType(0x9200, randomBytes(256)), address, from)).toBe('9201');
  return Buffer.from(sent[0]?.datagram.subarray(2) ?? []);
}

const register = (id: Buffer, address?: string, from?: number) => send(ofType(0x9201, id), address, from);
const keepalive = ofType(0x9000, Buffer.alloc(8, 1));

const linkAt = (address: string, from = port) => groups.findLink({ address, port: from });

describe('a registration', () => {
  test('is answered with the sender’s half and the receiver’s, and keeps nothing', () => {
    const own = randomBytes(256);
    expect(send(ofType(0x9200, own))).toBe('9201');
    const answer = sent[0]?.datagram ?? Buffer.alloc(0);
    expect(answer).toHaveLength(258);
    expect(answer.subarray(2, 130)).toEqual(own.subarray(0, 128));
    expect(answer.subarray(130)).not.toEqual(own.subarray(128));
    expect(groups.size).toBe(0);
  });

  test('adds links of several addresses to one group', () => {
    const id = ask();
    expect([register(id), register(id, '10.0.0.2'), register(id, '10.0.0.3', 9)]).toEqual(['9202', '9202', '9202']);
    expect(register(id), 'once more').toBe('9202');
    expect(groups.size).toBe(1);
    const group = linkAt('10.0.0.1')?.group;
    expect(group?.links.map((link) => link.address)).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
    expect(linkAt('10.0.0.3', 9)?.group).toBe(group);
  });

  test('of an unknown id is told to ask for a group, as Moblin does first', () => {
    expect(register(randomBytes(256))).toBe('9211');
    const id = ask();
    id.writeUInt8(id.readUInt8(255) ^ 1, 255);
    expect(register(id), 'a bit is wrong').toBe('9211');
    expect(groups.size).toBe(0);
  });

  test('counts for a minute', () => {
    const id = ask();
    nowMs += 61_000;
    expect(register(id)).toBe('9211');
  });

  test('of a seventeenth link is refused', () => {
    const id = ask();
    const answers = Array.from({ length: 17 }, (_, index) => register(id, `10.0.0.${index + 1}`));
    expect(answers).toEqual([...Array(16).fill('9202'), '9210']);
  });

  test('of a link in use is refused, because it may be forged', () => {
    register(ask());
    const other = ask('10.9.9.9');
    nowMs += 1_500;
    expect(register(other, '10.0.0.1')).toBe('9210');
    expect(groups.size).toBe(1);
  });

  test('of a silent link goes on with its group', () => {
    register(ask());
    const group = linkAt('10.0.0.1')?.group;
    nowMs += 2_500;
    const anew = ask();
    expect([register(anew), register(anew, '10.0.0.2')]).toEqual(['9202', '9202']);
    expect(linkAt('10.0.0.2')?.group).toBe(group);
    expect(groups.size).toBe(1);
  });
});

test('a keepalive comes back as it is, and its report is kept', () => {
  register(ask());
  expect(send(keepalive)).toBe('9000');
  expect(sent[0]?.datagram).toEqual(keepalive);
  expect(linkAt('10.0.0.1')?.report).toBeNull();
  const report = Buffer.from('90000000000000000001c01f000100000005000000000000000000000019000000030001e848', 'hex');
  send(report);
  expect(sent[0]?.datagram).toEqual(report);
  expect(linkAt('10.0.0.1')?.report).toEqual({ rttMs: 25, nakCount: 3 });
});

test('a keepalive of an unknown link is told that there is no group', () => {
  expect(send(keepalive)).toBe('9211');
});

test('the figures of a link are its share, and what its sender reports', () => {
  const id = ask();
  register(id);
  register(id, '10.0.0.2');
  const [first, second] = [linkAt('10.0.0.1'), linkAt('10.0.0.2')];
  const data = Buffer.alloc(20);
  for (let at = 0; at < 30; at++) {
    if (first) first.report = { rttMs: 42, nakCount: 10 * at };
    for (let count = 0; count < 90; count++) first?.noteData(data);
    for (let count = 0; count < 30; count++) second?.noteData(data);
    first?.group.readLinks();
  }
  expect(first?.group.readLinks()).toEqual([
    { share_percent: 75, rtt_ms: 40, loss_percent: expect.any(Number) },
    { share_percent: 25, rtt_ms: null, loss_percent: null },
  ]);
});

describe('time', () => {
  test('ends a link after 15 seconds, and not its group', () => {
    const id = ask();
    register(id);
    register(id, '10.0.0.2');
    const group = linkAt('10.0.0.1')?.group;
    if (!group) throw new Error('no group');
    groups.opened(group);
    group.readChange();
    nowMs += 10_000;
    linkAt('10.0.0.2')?.noteSrt(nowMs);
    nowMs += 6_000;
    groups.sweep(nowMs);
    expect(group.links.map((link) => link.address)).toEqual(['10.0.0.2']);
    expect([group.readChange(), group.readChange()]).toEqual([true, false]);
    expect([linkAt('10.0.0.1'), linkAt('10.0.0.2')?.group]).toEqual([undefined, group]);
  });

  test('ends a group that carries nothing after 5 seconds, and one with a connection after 30', () => {
    register(ask());
    const second = ask();
    register(second, '10.0.0.2');
    const busy = linkAt('10.0.0.2')?.group;
    if (!busy) throw new Error('no group');
    groups.opened(busy);
    nowMs += 6_000;
    send(keepalive);
    groups.sweep(nowMs);
    expect([linkAt('10.0.0.1'), linkAt('10.0.0.2')?.group]).toEqual([undefined, busy]);
    nowMs += 25_000;
    groups.sweep(nowMs);
    expect(groups.size).toBe(0);
  });
});

describe('a flood', () => {
  test('of groups from one network displaces its own, and none that carries media', () => {
    const stranger = ask('10.0.0.2');
    register(stranger, '10.0.0.2');
    register(ask('6.6.6.6', 1), '6.6.6.6', 1);
    const busy = linkAt('6.6.6.6', 1)?.group;
    if (!busy) throw new Error('no group');
    groups.opened(busy);
    for (let from = 2; from < 302; from++) {
      // Forged REG2 count for the network that has asked for the id.
      register(ask('6.6.6.6', from), `7.7.${from % 200}.${from % 7}`, from);
    }
    expect(groups.size).toBeLessThanOrEqual(1 + 1 + 64);
    expect(linkAt('6.6.6.6', 1)?.group).toBe(busy);
    expect(register(stranger, '10.0.0.2')).toBe('9202');
  });

  test('from one port is dropped beyond its limit', () => {
    const answers = Array.from({ length: 1_000 }, () => send(ofType(0x9200, randomBytes(256))));
    expect(answers.filter((answer) => answer !== null).length).toBeLessThanOrEqual(200);
  });
});

describe('what goes to the sender', () => {
  const srt = (type: number, words: number[] = []): Buffer => {
    const datagram = Buffer.alloc(16 + words.length * 4);
    datagram.writeUInt16BE(type);
    for (const [index, word] of words.entries()) datagram.writeUInt32BE(word, 16 + index * 4);
    return datagram;
  };
  const addresses = (datagram: Buffer) =>
    linkAt('10.0.0.1')
      ?.group.linksFor(datagram)
      .map(({ address }) => address);
  const both = ['10.0.0.1', '10.0.0.2'];

  beforeEach(() => {
    const id = ask();
    register(id);
    register(id, '10.0.0.2');
    linkAt('10.0.0.2')?.noteSrt(nowMs);
    linkAt('10.0.0.1')?.noteSrt(nowMs);
  });

  test('takes the link that was heard last, and acknowledgements, loss reports and the end take all', () => {
    expect(addresses(srt(0x8000))).toEqual(['10.0.0.1']);
    linkAt('10.0.0.2')?.noteSrt(nowMs);
    expect(addresses(srt(0x8000))).toEqual(['10.0.0.2']);
    expect(addresses(srt(0x8002, [5]))).toEqual(both);
    expect(addresses(srt(0x8003, [5]))).toEqual(both);
    expect(addresses(srt(0x8005))).toEqual(both);
  });
});
