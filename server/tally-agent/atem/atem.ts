import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Switcher } from '../switcher';
import { AtemTally } from './atem-tally';

/** An ATEM by its control protocol. */
export function atem({ host, port }: { host: string; port: number }): Switcher {
  return {
    name: `ATEM at ${host}:${port}`,
    follow(signal, onInputs) {
      const tally = new AtemTally();
      const onCommands = (payload: Buffer) => {
        const inputs = tally.read(payload);
        if (inputs) onInputs(inputs, null);
      };
      return followAtem({ host, port, onCommands }, signal);
    },
  };
}

const hello = Buffer.from('101453ab00000000003a00000100000000000000', 'hex');
const helloEveryMs = 1_000;
/** An ATEM that is connected says something twice a second. */
const silenceMs = 3_500;
const headerBytes = 12;
const maxPackets = 1 << 15;
const flags = { acknowledgeMe: 0x01, newSession: 0x02, acknowledgement: 0x10 };

interface AtemSessionOptions {
  host: string;
  port: number;
  /** Gets the commands of each packet once, and in their order. @throws Error for what no ATEM sends, which ends the session */
  onCommands(payload: Buffer): void;
}

/**
 * Connects to an ATEM, and acknowledges its packets until the connection is lost.
 * @throws Error that says why
 */
async function followAtem({ host, port, onCommands }: AtemSessionOptions, signal: AbortSignal): Promise<void> {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', signal });
  let lastPacket: number | null = null;
  let isMisread = false;
  const fail = (error: Error) => socket.emit('error', error);
  const greet = () => socket.send(hello);
  const greeting = setInterval(() => lastPacket === null && greet(), helloEveryMs);
  const silence = setTimeout(() => fail(new Error(silenceSentence(lastPacket !== null, isMisread))), silenceMs);
  const acknowledge = (session: number, packet: number) => {
    const answer = Buffer.alloc(headerBytes);
    answer.writeUInt16BE((flags.acknowledgement << 11) | headerBytes, 0);
    answer.writeUInt16BE(session, 2);
    answer.writeUInt16BE(packet, 4);
    socket.send(answer);
  };
  socket.on('message', (packet) => {
    isMisread ||= !isPacket(packet);
    if (!isPacket(packet)) return;
    silence.refresh();
    const has = (flag: number) => ((packet.readUInt8(0) >> 3) & flag) !== 0;
    const [session, number] = [packet.readUInt16BE(2), packet.readUInt16BE(10)];
    if (has(flags.newSession)) {
      lastPacket = number;
      return acknowledge(session, number);
    }
    if (lastPacket === null || !has(flags.acknowledgeMe)) return;
    const isNext = number === (lastPacket + 1) % maxPackets;
    if (isNext) lastPacket = number;
    // A missing packet comes again, because it is not acknowledged.
    acknowledge(session, lastPacket);
    if (!isNext || packet.length === headerBytes) return;
    try {
      onCommands(packet.subarray(headerBytes));
    } catch (cause) {
      fail(new Error('Bytes arrive that are not an ATEM’s.', { cause }));
    }
  });
  try {
    socket.connect(port, host);
    await once(socket, 'connect', { signal });
    greet();
    // It rejects with the socket’s error.
    await once(socket, 'close');
  } finally {
    clearInterval(greeting);
    clearTimeout(silence);
    if (!signal.aborted) socket.close();
  }
}

/** Whether a datagram is as long as it says. */
const isPacket = (packet: Buffer): boolean =>
  packet.length >= headerBytes && (packet.readUInt16BE(0) & 0x07ff) === packet.length;

function silenceSentence(isConnected: boolean, isMisread: boolean): string {
  if (isMisread) return 'Bytes arrive that are not an ATEM’s.';
  return isConnected
    ? 'The ATEM has said nothing for some seconds: is it switched on?'
    : 'The ATEM does not answer: is it switched on, and may this computer reach it at UDP port 9910?';
}
