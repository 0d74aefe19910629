import { SessionDescription, SignalRequest, SignalResponse } from '@livekit/protocol';
import WebSocket from 'ws';
import { livekitEnv } from '../env/livekit-env';
import { mintProbeToken } from './room-tokens';

const timeoutMs = 5_000;
/** Candidates come one by one, and none says that it is the last. */
const settleMs = 500;

/** An address to which LiveKit tells browsers to send media. */
export interface AnnouncedAddress {
  protocol: 'udp' | 'tcp';
  address: string;
  port: number;
}

/** A stay in an empty room, for as long as {@link inEmptyRoom} lasts. */
export interface Joined {
  announced: AnnouncedAddress[];
  /** LiveKit's session description. */
  offer: string;
  /** Sends LiveKit our session description. */
  answer(sdp: string): void;
}

/**
 * @param livekitUrl LiveKit's address, by default the one in the settings
 * @returns the addresses at which LiveKit takes media
 * @throws like {@link inEmptyRoom}
 */
export const readAnnouncedAddresses = (livekitUrl?: string): Promise<AnnouncedAddress[]> =>
  inEmptyRoom(async ({ announced }) => announced, livekitUrl);

/**
 * Joins an empty room like a browser, reads the ICE candidates that LiveKit offers (RFC 8839, 5.1), and leaves it after
 * `work`.
 * @throws Error when LiveKit cannot be reached, refuses, or offers nothing within 5 s
 */
export async function inEmptyRoom<Result>(
  work: (joined: Joined) => Promise<Result>,
  livekitUrl = livekitEnv().LIVEKIT_URL,
): Promise<Result> {
  const url = new URL(`${livekitUrl.replace(/\/$/, '')}/rtc`);
  // In the query, as browsers send it.
  url.search = new URLSearchParams({
    access_token: mintProbeToken(),
    protocol: '15',
    auto_subscribe: '1',
    sdk: 'js',
  }).toString();
  const socket = new WebSocket(url, { handshakeTimeout: timeoutMs });
  const found = new Map<string, AnnouncedAddress>();
  let offer = '';
  let answerId = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      let settled: NodeJS.Timeout | undefined;
      const late = setTimeout(() => reject(new Error('it offers nothing')), timeoutMs);
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('it has closed the connection')));
      socket.on('message', (data: Buffer) => {
        const { message } = SignalResponse.fromBinary(data);
        if (message.case === 'offer') ({ sdp: offer, id: answerId } = message.value);
        for (const line of candidateLines(message)) {
          const address = parseCandidate(line);
          if (address) found.set(JSON.stringify(address), address);
        }
        if (found.size === 0 || offer === '') return;
        clearTimeout(late);
        clearTimeout(settled);
        settled = setTimeout(resolve, settleMs);
      });
    });
    return await work({
      announced: [...found.values()],
      offer,
      answer: (sdp) =>
        socket.send(
          new SignalRequest({
            message: { case: 'answer', value: new SessionDescription({ type: 'answer', sdp, id: answerId }) },
          }).toBinary(),
        ),
    });
  } finally {
    socket.on('error', () => undefined);
    socket.terminate();
  }
}

function candidateLines(message: SignalResponse['message']): string[] {
  if (message.case === 'trickle') return [message.value.candidateInit];
  return message.case === 'offer' ? message.value.sdp.split('\n') : [];
}

/** @returns null when the text has no media candidate of the server */
function parseCandidate(text: string): AnnouncedAddress | null {
  const [, name = '', address = '', port] = /candidate:\S+ 1 (udp|tcp) \d+ (\S+) (\d+) typ host/i.exec(text) ?? [];
  const protocol = name.toLowerCase();
  return protocol === 'udp' || protocol === 'tcp' ? { protocol, address, port: Number(port) } : null;
}
