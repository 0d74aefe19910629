import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import { type AnnouncedAddress, inEmptyRoom } from './announced-addresses';
import { bindingRequest, isBindingSuccess, type StunTerms } from './stun-binding';

const answerTimeoutMs = 3_000;
const repeatMs = 200;
const lengthBytes = 2;

export interface MediaPaths {
  announced: AnnouncedAddress[];
  /** Those from which LiveKit has answered this machine. */
  answered: AnnouncedAddress[];
}

/**
 * Joins an empty room, and asks LiveKit by STUN at each address that it announces, over UDP and over TCP. Browsers do the
 * same before they take video (RFC 8445, 7).
 * @param livekitUrl LiveKit's address, by default the one in the settings
 * @throws Error when LiveKit cannot be reached, refuses, or offers nothing
 */
export function readMediaPaths(livekitUrl?: string): Promise<MediaPaths> {
  return inEmptyRoom(async ({ announced, offer, answer }) => {
    const terms: StunTerms = {
      username: `${field(offer, 'ice-ufrag')}:${ufrag}`,
      password: field(offer, 'ice-pwd'),
      isControlling: /^a=ice-lite\r?$/m.test(offer),
    };
    answer(answerTo(offer));
    const answers = await Promise.all(announced.map((address) => doesAnswer(address, terms)));
    return { announced, answered: announced.filter((_, index) => answers[index]) };
  }, livekitUrl);
}

/** Ours need not be secret: they open an empty room's connection that carries nothing. */
const ufrag = 'sightline';
const password = 'sightline-doctor-asks-only';
/** The fingerprint of no certificate: the connection ends before DTLS. */
const fingerprint = `sha-256 ${Array(32).fill('00').join(':')}`;

const field = (sdp: string, name: string): string => new RegExp(`^a=${name}:(\\S+)`, 'm').exec(sdp)?.[1] ?? '';

/** LiveKit's own description with what is ours in it, which accepts everything that it offers. */
const answerTo = (offer: string): string =>
  offer
    .split(/\r?\n/)
    .filter((line) => !/^a=(?:candidate:|end-of-candidates|ice-lite)/.test(line))
    .map((line) =>
      line
        .replace(/^a=ice-ufrag:.*/, `a=ice-ufrag:${ufrag}`)
        .replace(/^a=ice-pwd:.*/, `a=ice-pwd:${password}`)
        .replace(/^a=fingerprint:.*/, `a=fingerprint:${fingerprint}`)
        .replace(/^a=setup:.*/, 'a=setup:active'),
    )
    .join('\r\n');

/** Asks at one address until it answers: LiveKit may not know us yet, and datagrams get lost. */
function doesAnswer(address: AnnouncedAddress, terms: StunTerms): Promise<boolean> {
  return new Promise((resolve) => {
    const timers: NodeJS.Timeout[] = [];
    const line = address.protocol === 'udp' ? overUdp(address, take) : overTcp(address, take);
    const ask = () => line.send(bindingRequest(terms));
    timers.push(
      setInterval(ask, repeatMs),
      setTimeout(() => end(false), answerTimeoutMs),
    );
    ask();

    function take(message: Buffer): void {
      if (isBindingSuccess(message)) end(true);
    }

    function end(isAnswered: boolean): void {
      for (const timer of timers) clearTimeout(timer);
      line.close();
      resolve(isAnswered);
    }
  });
}

/** A way to one address. It loses a message that it cannot send, so the caller repeats each. */
interface AskingLine {
  send(message: Buffer): void;
  close(): void;
}

function overUdp({ address, port }: AnnouncedAddress, take: (message: Buffer) => void): AskingLine {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  socket.on('message', take);
  socket.on('error', () => undefined);
  return {
    send: (message) => socket.send(message, port, address, () => undefined),
    close: () => socket.close(),
  };
}

/** Each message with its length in front (RFC 4571). */
function overTcp({ address, port }: AnnouncedAddress, take: (message: Buffer) => void): AskingLine {
  const socket = connect({ host: address, port });
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (let end = frameEnd(received); end !== null; end = frameEnd(received)) {
      take(received.subarray(lengthBytes, end));
      received = received.subarray(end);
    }
  });
  socket.on('error', () => undefined);
  return {
    send: (message) => {
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt16BE(message.length);
      if (!socket.connecting && !socket.destroyed) socket.write(Buffer.concat([length, message]));
    },
    close: () => socket.destroy(),
  };
}

/** Where the first message ends; null while it is not whole. */
function frameEnd(received: Buffer): number | null {
  if (received.length < lengthBytes) return null;
  const end = lengthBytes + received.readUInt16BE(0);
  return end <= received.length ? end : null;
}
