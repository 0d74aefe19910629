import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { followSwitcher } from '@/server/tally-agent/follow-switcher';
import type { SwitcherInput } from '@/server/tally-agent/switcher';
import { switcherOf } from '@/server/tally-agent/switcher-of';
import { formatTsl5, wrapTsl5 } from '@/server/tally-agent/tsl/tsl5';
import { formatTsl31 } from '@/server/tally-agent/tsl/tsl31';
import { freeTcpPort, freeUdpPort } from '../../support/network/free-port';
import { until } from '../../support/until';

/** Follows the switcher at an address until the test is over. */
function follow(address: string): { latest(): string; all: SwitcherInput[][] } {
  const all: SwitcherInput[][] = [];
  const stop = new AbortController();
  const running = followSwitcher(switcherOf(address), (inputs) => all.push(inputs), stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
  });
  const inWords = ({ number, name, program, preview }: SwitcherInput) =>
    `${number ?? ''} ${name} ${program ? 'program' : preview ? 'preview' : 'off'}`;
  return { all, latest: () => (all.at(-1) ?? []).map(inWords).join(', ') };
}

/** A vMix that has two inputs, and says what it is told to. */
async function openVmix(port = 0) {
  const sockets = new Set<Socket>();
  let tally = '12';
  const xml =
    '<vmix><inputs><input key="a" number="1" title="Stage"/><input key="b" number="2" title="Jib">srt://h?streamid=k</input></inputs></vmix>';
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.write('VERSION OK 27.0.0.49\r\n');
    socket.on('data', (data) => {
      if (data.includes('SUBSCRIBE TALLY')) socket.write(`SUBSCRIBE OK TALLY\r\nTALLY OK ${tally}\r\n`);
      if (data.includes('XML')) socket.write(`XML ${xml.length + 2}\r\n${xml}\r\n`);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  onTestFinished(close);
  return {
    port: (server.address() as AddressInfo).port,
    close,
    cut(digits: string) {
      tally = digits;
      for (const socket of sockets) socket.write(`TALLY OK ${digits}\r\n`);
    },
  };
}

test('vMix is followed, and found again after it was killed; meanwhile it has no inputs', async () => {
  const vmix = await openVmix();
  const followed = follow(`vmix://127.0.0.1:${vmix.port}`);
  await until(() => followed.latest() === '1 Stage program, 2 Jib preview');
  expect(followed.all.at(-1)?.[1]?.address).toContain('streamid=k');
  vmix.cut('01');
  await until(() => followed.latest() === '1 Stage off, 2 Jib program');
  vmix.close();
  await until(() => followed.latest() === '');
  const again = await openVmix(vmix.port);
  await until(() => followed.latest() === '1 Stage program, 2 Jib preview');
  again.cut('10');
  await until(() => followed.latest() === '1 Stage program, 2 Jib off');
});

/** An ATEM with two inputs, by the bytes that one sends, which says what it is told to. */
async function openAtem(port = 0) {
  const socket = createSocket('udp4');
  const session = 0x8001;
  let client = 0;
  let packetId = 0;
  const send = (flags: number, body = Buffer.alloc(0)) => {
    const header = Buffer.alloc(12);
    header.writeUInt16BE((flags << 11) | (header.length + body.length), 0);
    header.writeUInt16BE(session, 2);
    header.writeUInt16BE(packetId, 10);
    socket.send(Buffer.concat([header, body]), client, '127.0.0.1');
  };
  /** With the flag that asks for an acknowledgement. */
  const say = (...commands: string[]) => {
    packetId++;
    send(0x01, Buffer.concat(commands.map((command) => Buffer.from(command.replace(/ /g, ''), 'hex'))));
  };
  const tally = (stage: number, jib: number) => `0010 0000 546c5372 0002 0001 0${stage} 0002 0${jib}`;
  const name = (text: string) => Buffer.from(text).toString('hex');
  const input = (number: number, text: string) =>
    `002c 0000 496e5072 000${number} ${name(text).padEnd(40, '0')} ${name(text.slice(0, 4)).padEnd(8, '0')} 0000 0002 0001 00 00 01 01`;
  socket.on('message', (packet, remote) => {
    const flags = packet.readUInt8(0) >> 3;
    if (flags === 0x02) {
      client = remote.port;
      packetId = 0;
      // Accepted: session 1, no reconnection.
      send(0x02, Buffer.from('0200000000000000', 'hex'));
    } else if (flags === 0x10 && packetId === 0) {
      say(input(1, 'Stage'), input(2, 'Jib'), tally(1, 2));
      say('000c 0000 496e436d 01000000');
    }
  });
  // It is silent of itself for half a second at most.
  const alive = setInterval(() => packetId > 0 && say(), 500);
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  let isOpen = true;
  const close = () => {
    clearInterval(alive);
    if (isOpen) socket.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { port: socket.address().port, close, cut: (stage: number, jib: number) => say(tally(stage, jib)) };
}

test('an ATEM is followed, and found again after it was switched off; meanwhile it has no inputs', async () => {
  const atem = await openAtem();
  const followed = follow(`atem://127.0.0.1:${atem.port}`);
  await until(() => followed.latest() === '1 Stage program, 2 Jib preview');
  atem.cut(0, 1);
  await until(() => followed.latest() === '1 Stage off, 2 Jib program');
  atem.close();
  await until(() => followed.latest() === '', { timeoutMs: 20_000 });
  await openAtem(atem.port);
  await until(() => followed.latest() === '1 Stage program, 2 Jib preview', { timeoutMs: 20_000 });
}, 60_000);

test.each([
  [
    '3.1',
    'tsl31',
    Buffer.concat([tsl31(1, 'Stage', 'program'), tsl31(2, 'Jib', 'preview')]),
    tsl31(2, 'Jib', 'program'),
  ],
  ['5.0', 'tsl5', tsl5(1, 'Stage', 'program'), tsl5(2, 'Jib', 'program')],
])('TSL %s is taken by UDP', async (_version, scheme, first, second) => {
  const port = await freeUdpPort();
  const followed = follow(`${scheme}+udp://127.0.0.1:${port}?timeout=1`);
  const sender = createSocket('udp4');
  onTestFinished(() => void sender.close());
  // A datagram to a port that is not bound yet is lost.
  await until(() => {
    sender.send(first, port, '127.0.0.1');
    return followed.latest().startsWith('1 Stage program');
  });
  sender.send(second, port, '127.0.0.1');
  await until(() => followed.latest().endsWith('2 Jib program'));
  // It says nothing any more.
  await until(() => followed.latest() === '');
});

test.each([
  ['3.1', 'tsl31', tsl31(1, 'Stage', 'program'), tsl31(1, 'Stage', 'preview')],
  ['5.0', 'tsl5', wrapTsl5(tsl5(1, 'Stage', 'program')), wrapTsl5(tsl5(1, 'Stage', 'preview'))],
])('TSL %s is taken by TCP, until its connection is closed', async (_version, scheme, first, second) => {
  const port = await freeTcpPort();
  const followed = follow(`${scheme}+tcp://127.0.0.1:${port}`);
  const sender = await until(
    () =>
      new Promise<Socket | null>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', () => resolve(null));
      }),
  );
  sender.write(first.subarray(0, 5));
  sender.write(first.subarray(5));
  await until(() => followed.latest() === '1 Stage program');
  sender.write(second);
  await until(() => followed.latest() === '1 Stage preview');
  sender.destroy();
  await until(() => followed.latest() === '');
});

test.each([
  ['vmix:10.0.0.1', 'names no host'],
  ['midi://10.0.0.1', 'names no protocol that is known'],
  ['tsl31+udp://0.0.0.0', 'needs the port to listen at'],
  ['tsl31+udp://0.0.0.0:5727?program=5', 'program=5'],
  ['a switcher', 'is no address'],
])('%s is no switcher: %s', (address, why) => expect(() => switcherOf(address)).toThrow(why));

function tsl31(address: number, text: string, on: 'program' | 'preview'): Buffer {
  return formatTsl31({ address, tallies: [on === 'program', on === 'preview', false, false], text });
}

function tsl5(index: number, text: string, on: 'program' | 'preview'): Buffer {
  return formatTsl5({ screen: 0, index, red: on === 'program', green: on === 'preview', text });
}
