import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { answerToChallenge } from '@/server/tally-agent/obs/obs-protocol';
import type { OnInputs, SwitcherInput } from '@/server/tally-agent/switcher';
import { followSwitcher } from '@/server/tally-agent/switcher';
import { switcherOf } from '@/server/tally-agent/switcher-of';
import { formatTsl5, wrapTsl5 } from '@/server/tally-agent/tsl/tsl5';
import { formatTsl31 } from '@/server/tally-agent/tsl/tsl31';
import { freeTcpPort, freeUdpPort } from '../../support/network/free-port';
import { until } from '../../support/until';

/** Follows the switcher at an address until the test is over. */
function follow(address: string): { latest(): string; problem(): string | null; all: SwitcherInput[][] } {
  const all: SwitcherInput[][] = [];
  let lastProblem: string | null = null;
  const stop = new AbortController();
  const onInputs: OnInputs = (inputs, problem) => {
    all.push(inputs);
    lastProblem = problem;
  };
  const running = followSwitcher(switcherOf(address), onInputs, stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
  });
  const inWords = ({ number, name, program, preview }: SwitcherInput) =>
    `${number ?? ''} ${name} ${program ? 'program' : preview ? 'preview' : 'off'}`;
  return { all, problem: () => lastProblem, latest: () => (all.at(-1) ?? []).map(inWords).join(', ') };
}

/** A vMix that has two inputs, and says what it is told to. @param knowsTally false: it says its tally in XML alone */
async function openVmix(port = 0, knowsTally = true) {
  const sockets = new Set<Socket>();
  let tally = '12';
  let isHung = false;
  const inputs =
    '<inputs><input key="a" number="1" title="Stage"/><input key="b" number="2" title="Jib">srt://h?streamid=k</input></inputs>';
  const say = () => {
    const [program, preview] = ['1', '2'].map((digit) => tally.indexOf(digit) + 1);
    const xml = `<vmix>${inputs}<active>${program}</active><preview>${preview}</preview></vmix>`;
    return `XML ${xml.length + 2}\r\n${xml}\r\n`;
  };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.write('VERSION OK 27.0.0.49\r\n');
    socket.on('data', (data) => {
      if (isHung) return;
      if (knowsTally && data.includes('SUBSCRIBE TALLY')) socket.write(`SUBSCRIBE OK TALLY\r\nTALLY OK ${tally}\r\n`);
      if (data.includes('XML')) socket.write(say());
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
      if (knowsTally) for (const socket of sockets) socket.write(`TALLY OK ${digits}\r\n`);
    },
    /** From now on it says nothing of itself, or these bytes alone; its connections stay. */
    hang(bytes?: string) {
      isHung = true;
      if (bytes) for (const socket of sockets) setInterval(() => socket.write(bytes), 200).unref();
    },
  };
}

/** A camera that is on air by the last word of a switcher would be a lie after this long. */
const lieMs = 5_000;

test('vMix is followed, and found again after it was killed; meanwhile it has no inputs', async () => {
  const vmix = await openVmix();
  const followed = follow(`vmix://127.0.0.1:${vmix.port}`);
  await until('vMix’s inputs are known', () => followed.latest() === '1 Stage program, 2 Jib preview');
  expect(followed.all.at(-1)?.[1]?.address).toContain('streamid=k');
  vmix.cut('01');
  await until('Jib is on program', () => followed.latest() === '1 Stage off, 2 Jib program');
  vmix.close();
  await until('there are no inputs', () => followed.latest() === '');
  const again = await openVmix(vmix.port);
  await until('vMix’s inputs are back', () => followed.latest() === '1 Stage program, 2 Jib preview');
  again.cut('10');
  await until('Jib is off', () => followed.latest() === '1 Stage program, 2 Jib off');
});

test('a vMix that does not know TALLY is followed by its XML', async () => {
  const vmix = await openVmix(0, false);
  const followed = follow(`vmix://127.0.0.1:${vmix.port}`);
  await until('vMix’s inputs are known', () => followed.latest() === '1 Stage program, 2 Jib preview');
  vmix.cut('21');
  await until('Jib is on program', () => followed.latest() === '1 Stage preview, 2 Jib program');
  expect(followed.problem()).toBeNull();
});

test.each([
  ['says nothing more', undefined],
  ['sends something else', 'HELLO\r\n'],
  ['sends a line that does not end', 'TALLY'],
])('a vMix that keeps its connection open and %s has no inputs', async (_name, bytes) => {
  const vmix = await openVmix();
  const followed = follow(`vmix://127.0.0.1:${vmix.port}`);
  await until('vMix’s inputs are known', () => followed.latest() === '1 Stage program, 2 Jib preview');
  vmix.hang(bytes);
  await until('there are no inputs', () => followed.latest() === '', { timeoutMs: lieMs });
  expect(followed.problem()).toContain('vMix');
});

/** Sends whoever connects the same bytes all the time. */
async function openChatter(bytes: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const chatter = setInterval(() => socket.write(bytes), 100);
    socket.on('close', () => clearInterval(chatter));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('a server that is no vMix is said to be none', async () => {
  const followed = follow(`vmix://127.0.0.1:${await openChatter('220 mail.example.com ESMTP\r\n')}`);
  await until(
    'the problem names strange bytes',
    () => followed.problem()?.includes('Bytes arrive that are not vMix’s'),
    { timeoutMs: lieMs },
  );
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
  return {
    port: socket.address().port,
    close,
    cut: (stage: number, jib: number) => say(tally(stage, jib)),
    sendRaw: (bytes: Buffer) => socket.send(bytes, client, '127.0.0.1'),
  };
}

test('an ATEM is followed, and found again after it was switched off; meanwhile it has no inputs', async () => {
  const atem = await openAtem();
  const followed = follow(`atem://127.0.0.1:${atem.port}`);
  await until('the ATEM’s inputs are known', () => followed.latest() === '1 Stage program, 2 Jib preview');
  for (let bytes = 0; bytes <= 20; bytes++) atem.sendRaw(Buffer.alloc(bytes, 0x0c));
  atem.cut(0, 1);
  await until('Jib is on program', () => followed.latest() === '1 Stage off, 2 Jib program');
  atem.close();
  await until('there are no inputs', () => followed.latest() === '', { timeoutMs: lieMs });
  await openAtem(atem.port);
  await until('the ATEM’s inputs are back', () => followed.latest() === '1 Stage program, 2 Jib preview', {
    timeoutMs: 20_000,
  });
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
  await until('Stage is on program', () => {
    sender.send(first, port, '127.0.0.1');
    return followed.latest().startsWith('1 Stage program');
  });
  sender.send(second, port, '127.0.0.1');
  await until('Jib is on program', () => followed.latest().endsWith('2 Jib program'));
  // It says nothing any more.
  await until('there are no inputs', () => followed.latest() === '');
});

test.each([
  ['3.1', 'tsl31', tsl31(1, 'Stage', 'program'), tsl31(1, 'Stage', 'preview')],
  ['5.0', 'tsl5', wrapTsl5(tsl5(1, 'Stage', 'program')), wrapTsl5(tsl5(1, 'Stage', 'preview'))],
])('TSL %s is taken by TCP, until its connection is closed', async (_version, scheme, first, second) => {
  const port = await freeTcpPort();
  const followed = follow(`${scheme}+tcp://127.0.0.1:${port}`);
  const sender = await connected(port);
  sender.write(first.subarray(0, 5));
  sender.write(first.subarray(5));
  await until('Stage is on program', () => followed.latest() === '1 Stage program');
  sender.write(second);
  await until('Stage is on preview', () => followed.latest() === '1 Stage preview');
  sender.destroy();
  await until('there are no inputs', () => followed.latest() === '');
});

test('a display of TSL 3.1 is renamed while it is on air, and goes off air with its new name', async () => {
  const { followed, send } = await sendTo('tsl31+udp');
  const set = (label: Buffer, lamps: number) => send(Buffer.concat([Buffer.from([0x81, 0x30 | lamps]), label]));
  await until('Stage is on program', () => {
    set(Buffer.from('Stage           '), 1);
    return followed.latest() === '1 Stage program';
  });
  set(Buffer.from('Bühne café 1    ', 'latin1'), 1);
  await until('the new name is on program', () => followed.latest() === '1 Bühne café 1 program');
  set(Buffer.from('Bühne café 1  '), 0);
  await until('the new name is off', () => followed.latest() === '1 Bühne café 1 off');
});

test.each([
  ['3.1', 'tsl31+udp', (text: string) => tsl31(1, text, 'program')],
  ['5.0', 'tsl5+udp', (text: string) => tsl5(1, text, 'program')],
  ['5.0 with DLE and STX', 'tsl5+udp', (text: string) => wrapTsl5(tsl5(1, text, 'program'))],
])('a message of TSL %s may be cut over several datagrams', async (_version, scheme, pack) => {
  const { followed, send } = await sendTo(scheme);
  await until('Stage is on program', () => {
    send(pack('Stage'));
    return followed.latest() === '1 Stage program';
  });
  for (let pieces = 2; pieces < 8; pieces++) {
    const message = pack(`Stage ${pieces}`);
    const bytes = Math.ceil(message.length / pieces);
    for (let at = 0; at < message.length; at += bytes) send(message.subarray(at, at + bytes));
    await until('the name of several datagrams is on program', () => followed.latest() === `1 Stage ${pieces} program`);
  }
});

test('TSL 5.0 is taken without DLE and STX over TCP, too', async () => {
  const port = await freeTcpPort();
  const followed = follow(`tsl5+tcp://127.0.0.1:${port}`);
  const sender = await connected(port);
  sender.write(Buffer.concat([tsl5(1, 'Stage', 'program'), tsl5(2, 'Jib', 'preview')]));
  await until('both displays are known', () => followed.latest() === '1 Stage program, 2 Jib preview');
});

test.each([
  ['5.0', 'tsl5+udp', tsl5(1, 'Stage', 'program'), tsl31(1, 'Stage', 'program')],
  ['5.0', 'tsl5+udp', wrapTsl5(tsl5(1, 'Stage', 'program')), Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['3.1', 'tsl31+udp', tsl31(1, 'Stage', 'program'), wrapTsl5(tsl5(1, 'Stage', 'program'))],
])(
  'bytes that are not TSL %s are said to be none, and hold no camera on air',
  async (version, scheme, right, wrong) => {
    const { followed, send } = await sendTo(scheme);
    expect(followed.problem()).toContain(`let the switcher send TSL ${version}`);
    await repeatUntil(
      () => send(wrong),
      () => followed.problem()?.includes(`Bytes arrive that are not TSL ${version}`) ?? false,
    );
    await repeatUntil(
      () => send(right),
      () => followed.latest() === '1 Stage program' && followed.problem() === null,
    );
    await repeatUntil(
      () => send(wrong),
      () => followed.latest() === '' && followed.problem() !== null,
    );
  },
);

test('a sender that was replaced takes its own inputs along, and not those that another one has set', async () => {
  const port = await freeTcpPort();
  const followed = follow(`tsl31+tcp://127.0.0.1:${port}`);
  const [old, next] = [await connected(port), await connected(port)];
  old.write(Buffer.concat([tsl31(1, 'Stage', 'program'), tsl31(2, 'Jib', 'preview')]));
  await until('the inputs of both senders are known', () => followed.latest() === '1 Stage program, 2 Jib preview');
  next.write(tsl31(1, 'Stage', 'preview'));
  await until('Stage is on preview', () => followed.latest() === '1 Stage preview, 2 Jib preview');
  old.destroy();
  await until('the replaced sender’s inputs are gone', () => followed.latest() === '1 Stage preview');
});

/** An obs-websocket with one scene, which takes one password, and hangs when it is told to. */
async function openObs(password: string) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const challenge = { challenge: 'challenge', salt: 'salt' };
  const state = { isHung: false, isMangled: false };
  const answers: Record<string, object> = {
    GetInputList: { inputs: [] },
    GetSceneItemList: { sceneItems: [] },
    GetSceneList: {
      currentProgramSceneName: 'Wide',
      currentPreviewSceneName: null,
      scenes: [{ sceneName: 'Wide', sceneIndex: 0 }],
    },
  };
  server.on('connection', (socket) => {
    socket.send(JSON.stringify({ op: 0, d: { authentication: challenge } }));
    socket.on('message', (data) => {
      const { op, d } = JSON.parse(data.toString());
      if (state.isHung) return;
      if (op === 1 && d.authentication !== answerToChallenge(password, challenge)) return socket.close(4009);
      if (op === 1) return socket.send(JSON.stringify({ op: 2, d: {} }));
      // No text: it is not UTF-8.
      if (state.isMangled) return socket.send(Buffer.from([0xff]), { binary: false });
      const requestStatus = { result: true, code: 100 };
      const responseData = answers[d.requestType];
      socket.send(JSON.stringify({ op: 7, d: { requestId: d.requestId, requestStatus, responseData } }));
    });
  });
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, state };
}

const passwords = ['a@b#c%d', 'p@ss:w/rd?x=1&y', '100%41', '%', 'ü–“”', ' [::1] ', '@', '#', 'a%zz', 'quote\'"`$'];
test.each([...passwords, ...fc.sample(fc.string({ minLength: 1 }), { numRuns: 20, seed: 1 })])(
  'OBS takes the password %j, as it is and as URLs have it',
  async (password) => {
    const { port } = await openObs(password);
    const [plain, encoded] = [password, encodeURIComponent(password)].map((written) =>
      follow(`obs://:${written}@127.0.0.1:${port}`),
    );
    await until('both spellings of the password are accepted', () =>
      [plain, encoded].every((followed) => followed?.latest() === ' Wide program'),
    );
  },
);

test('an OBS that hangs with its connection open has no inputs, and one with another password says why', async () => {
  const { port, state } = await openObs('right');
  const followed = follow(`obs://:right@127.0.0.1:${port}`);
  const refused = follow(`obs://:wr@ng@127.0.0.1:${port}`);
  await until('the scene is on program', () => followed.latest() === ' Wide program');
  await until('the problem names the password', () => refused.problem()?.includes('OBS does not accept the password'));
  state.isHung = true;
  await until('there are no inputs', () => followed.latest() === '', { timeoutMs: lieMs });
  expect(followed.problem()).toContain('OBS does not answer');
});

test('an OBS that breaks the protocol at its first answer is left, and followed once it keeps to it', async () => {
  const { port, state } = await openObs('right');
  state.isMangled = true;
  const followed = follow(`obs://:right@127.0.0.1:${port}`);
  await until('the problem names the closed connection', () =>
    followed.problem()?.includes('OBS has closed the connection'),
  );
  state.isMangled = false;
  await until('the scene is on program', () => followed.latest() === ' Wide program');
});

test.each([
  ['vmix:10.0.0.1', 'names no host'],
  ['midi://10.0.0.1', 'names no protocol that is known'],
  ['tsl31+udp://0.0.0.0', 'needs the port to listen at'],
  ['tsl31+udp://0.0.0.0:5727?program=5', 'program=5'],
  ['a switcher', 'is no address'],
  ['obs://:p@', 'names no host'],
  ['vmix://10.0.0.1:99999', 'has a port that does not exist'],
])('%s is no switcher: %s', (address, why) => expect(() => switcherOf(address)).toThrow(why));

const connected = (port: number): Promise<Socket> =>
  until(
    'the port accepts a connection',
    () =>
      new Promise<Socket | null>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', () => resolve(null));
      }),
  );

/** Follows a listener for TSL by UDP that is there by now, and sends to it. */
async function sendTo(scheme: string) {
  const port = await freeUdpPort();
  const followed = follow(`${scheme}://127.0.0.1:${port}`);
  const sender = createSocket('udp4');
  onTestFinished(() => void sender.close());
  await until('the problem says that nothing arrives', () => followed.problem()?.startsWith('Nothing arrives'));
  return { followed, send: (bytes: Buffer) => sender.send(bytes, port, '127.0.0.1') };
}

const repeatUntil = (send: () => void, isDone: () => boolean) =>
  until(
    'what is sent again and again has been taken',
    async () => {
      send();
      await sleep(100);
      return isDone();
    },
    { timeoutMs: lieMs },
  );

function tsl31(address: number, text: string, on: 'program' | 'preview'): Buffer {
  return formatTsl31({ address, tallies: [on === 'program', on === 'preview', false, false], text });
}

function tsl5(index: number, text: string, on: 'program' | 'preview'): Buffer {
  return formatTsl5({ screen: 0, index, red: on === 'program', green: on === 'preview', text });
}
