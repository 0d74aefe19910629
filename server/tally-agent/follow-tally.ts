import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { messageSchemaByChannel } from '@/lib/contracts/cable-messages';
import { parseJson } from '@/lib/core/parse-json';
import type { TallyState } from '@/lib/core/tally';

const identifier = '{"channel":"TallyChannel"}';
/** The server pings every 3 s: it is not heard once a ping is late by half of that. */
const silenceMs = 4_500;
const frameSchema = z.object({
  type: z.string().optional(),
  reason: z.string().optional(),
  identifier: z.string().optional(),
  message: z.unknown().optional(),
});

interface FollowTallyOptions {
  /** The server's address. */
  server: string;
  token: string;
  eventId: string;
  onTally(tally: ReadonlyMap<string, TallyState>): void;
}

/**
 * Follows an event's tally by /cable until the connection is lost.
 * @throws Error that says why
 */
export async function followTally(
  { server, token, eventId, onTally }: FollowTallyOptions,
  signal: AbortSignal,
): Promise<void> {
  const protocol = `sightline-token.${Buffer.from(token).toString('base64url')}`;
  const socket = new WebSocket(new URL('/cable', server.replace(/^http/, 'ws')), ['actioncable-v1-json', protocol]);
  const end = () => socket.terminate();
  signal.addEventListener('abort', end);
  let why = 'The server has closed the connection.';
  const silence = setTimeout(end, silenceMs);
  socket.on('message', (data) => {
    silence.refresh();
    const frame = frameSchema.safeParse(parseJson(data.toString())).data;
    if (frame?.type === 'welcome') socket.send(JSON.stringify({ command: 'subscribe', identifier }));
    if (frame?.type === 'disconnect') why = `The server has ended the connection: ${frame.reason}.`;
    const message = messageSchemaByChannel.TallyChannel.safeParse(frame?.message).data;
    if (frame?.identifier !== identifier || !message) return;
    const tallies = message.type === 'tally_snapshot' ? message.tallies : [message.tally];
    const tally = tallies.find(({ id }) => id === eventId);
    if (!tally && message.type === 'tally_upsert') return;
    onTally(new Map(tally?.attributes.streams.map(({ stream_id, tally }) => [stream_id, tally])));
  });
  try {
    // It rejects with the socket’s error.
    await once(socket, 'close');
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', end);
    end();
  }
  if (!signal.aborted) throw new Error(why);
}
