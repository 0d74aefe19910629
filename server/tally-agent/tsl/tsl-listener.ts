import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Switcher, SwitcherInput } from '../switcher';
import { parseTsl5, Tsl5Unwrapper } from './tsl5';
import { Tsl31Parser } from './tsl31';

export interface TslListenerOptions {
  version: '3.1' | '5.0';
  transport: 'udp' | 'tcp';
  host: string;
  port: number;
  /** Version 3.1 has lamps without colors: which of the four is program, and which preview. */
  programLamp: number;
  previewLamp: number;
  /** After this long without a message everything is unknown; null where the switcher sends changes alone. */
  silenceMs: number | null;
}

type Parse = (chunk: Buffer) => SwitcherInput[];

/** Listens for a switcher that sends TSL UMD messages. Displays that it has not set yet are no inputs yet. */
export function tslListener(options: TslListenerOptions): Switcher {
  const { version, transport, host, port, silenceMs } = options;
  return {
    name: `TSL ${version} on ${transport} ${host}:${port}`,
    async follow(signal, onInputs) {
      const inputs = new Map<number, SwitcherInput>();
      let silence: NodeJS.Timeout | undefined;
      const forget = () => {
        inputs.clear();
        onInputs([]);
      };
      const take = (parsed: SwitcherInput[]) => {
        if (parsed.length === 0) return;
        clearTimeout(silence);
        if (silenceMs !== null) silence = setTimeout(forget, silenceMs);
        const isNew = parsed.some((input) => !isSame(inputs.get(input.number ?? 0), input));
        for (const input of parsed) inputs.set(input.number ?? 0, input);
        if (isNew) onInputs([...inputs.values()]);
      };
      try {
        await (transport === 'udp' ? listenUdp : listenTcp)({ options, signal, take, forget });
      } finally {
        clearTimeout(silence);
      }
    },
  };
}

interface Listening {
  options: TslListenerOptions;
  signal: AbortSignal;
  take(inputs: SwitcherInput[]): void;
  /** The switcher is gone. */
  forget(): void;
}

async function listenUdp({ options, signal, take }: Listening): Promise<void> {
  const { host, port } = options;
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', signal });
  // A datagram holds whole messages, so each has a parser of its own.
  socket.on('message', (datagram) => take(parserOf(options)(datagram)));
  socket.bind(port, host);
  // It rejects with the socket’s error.
  await once(socket, 'close');
}

async function listenTcp({ options, signal, take, forget }: Listening): Promise<void> {
  const { host, port } = options;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const parse = parserOf(options);
    socket.setKeepAlive(true, 5_000);
    socket.on('data', (chunk) => take(parse(chunk)));
    // A broken connection closes next, which is what counts.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) forget();
    });
  });
  signal.addEventListener('abort', () => {
    for (const socket of sockets) socket.destroy();
  });
  server.listen({ host, port, signal });
  // It rejects with the server’s error.
  await once(server, 'close');
}

function parserOf({ version, transport, programLamp, previewLamp }: TslListenerOptions): Parse {
  if (version === '3.1') {
    const parser = new Tsl31Parser();
    return (chunk) =>
      parser.push(chunk).map(({ address, tallies, text }) => ({
        number: address,
        name: text,
        program: tallies[programLamp - 1] ?? false,
        preview: tallies[previewLamp - 1] ?? false,
      }));
  }
  const unwrapper = new Tsl5Unwrapper();
  return (chunk) =>
    (transport === 'tcp' ? unwrapper.push(chunk) : [chunk])
      .flatMap(parseTsl5)
      .map(({ index, red, green, text }) => ({ number: index, name: text, program: red, preview: green }));
}

const isSame = (one: SwitcherInput | undefined, other: SwitcherInput): boolean =>
  one?.name === other.name && one.program === other.program && one.preview === other.preview;
