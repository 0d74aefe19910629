import { SignalResponse } from '@livekit/protocol';
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

/**
 * Joins an empty room like a browser, and reads the ICE candidates that LiveKit offers (RFC 8839, 5.1).
 * @throws Error when LiveKit cannot be reached, refuses, or offers nothing within 5 s
 */
export async function readAnnouncedAddresses(): Promise<AnnouncedAddress[]> {
  const url = new URL('/rtc', livekitEnv().LIVEKIT_URL);
  url.search = new URLSearchParams({ protocol: '15', auto_subscribe: '1', sdk: 'js' }).toString();
  const socket = new WebSocket(url, {
    headers: { authorization: `Bearer ${mintProbeToken()}` },
    handshakeTimeout: timeoutMs,
  });
  const found = new Map<string, AnnouncedAddress>();
  try {
    await new Promise<void>((resolve, reject) => {
      let settled: NodeJS.Timeout | undefined;
      const late = setTimeout(() => reject(new Error('it offers nothing')), timeoutMs);
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('it has closed the connection')));
      socket.on('message', (data: Buffer) => {
        for (const line of candidateLines(SignalResponse.fromBinary(data).message)) {
          const address = parseCandidate(line);
          if (address) found.set(JSON.stringify(address), address);
        }
        if (found.size === 0) return;
        clearTimeout(late);
        clearTimeout(settled);
        settled = setTimeout(resolve, settleMs);
      });
    });
  } finally {
    socket.on('error', () => undefined);
    socket.terminate();
  }
  return [...found.values()];
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
