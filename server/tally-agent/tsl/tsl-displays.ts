import { createSocket } from 'node:dgram';
import { z } from 'zod';
import { stayConnected } from '@/lib/core/backoff';
import { AppError } from '@/lib/core/errors';
import type { TallyState } from '@/lib/core/tally';
import { log } from '@/lib/platform/log';
import { followTally } from '../follow-tally';
import { formatTsl5 } from './tsl5';
import { formatTsl31 } from './tsl31';

const retry = { firstMs: 250, capMs: 5_000 };
/** Displays that were switched on meanwhile, and datagrams that were lost. */
const repeatMs = 1_000;
const camerasEveryMs = 10_000;
const timeoutMs = 5_000;

export interface TslDisplaysOptions {
  /** The server's address. */
  server: string;
  /** An API token that may read. */
  token: string;
  eventId: string;
  /** tsl31+udp://HOST:PORT or tsl5+udp://HOST:PORT. */
  displays: string;
}

const addressPattern = /^tsl(?<version>31|5)\+udp:\/\/\[?(?<host>[^/[\]]+)\]?:(?<port>\d{1,5})$/;

/** @throws AppError `invalid_configuration` */
function readDisplays(address: string) {
  const { version, host = '', port } = addressPattern.exec(address)?.groups ?? {};
  if (!version) {
    const forms = 'tsl31+udp://HOST:PORT or tsl5+udp://HOST:PORT';
    throw new AppError('invalid_configuration', `TALLY_DISPLAYS is no address. It is ${forms}.`);
  }
  return { isVersion5: version === '5', host, port: Number(port) };
}

const streamsSchema = z.object({
  data: z.array(z.object({ id: z.string(), attributes: z.object({ name: z.string() }) })),
});

/**
 * Sends an event's tally to TSL displays by UDP until the signal aborts: display 1 is the event's first camera, and so on. A
 * camera whose tally is unknown has no lamp, and a question mark after its name.
 * @throws AppError `invalid_configuration` for an address that names no displays
 */
export async function feedTslDisplays(options: TslDisplaysOptions, signal: AbortSignal): Promise<void> {
  const { isVersion5, host, port } = readDisplays(options.displays);
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  // Nobody listens there at the moment.
  socket.on('error', (error) => log.warn({ err: error }, 'tally: a display cannot be reached'));
  let cameras: { id: string; name: string }[] = [];
  /** Null while it is not known. */
  let tally: ReadonlyMap<string, TallyState> | null = null;
  const send = () => {
    for (const [index, { id, name }] of cameras.entries()) {
      const state = tally ? (tally.get(id) ?? 'off') : 'unknown';
      const text = state === 'unknown' ? `${name} ?` : name;
      const [red, green] = [state === 'program', state === 'preview'];
      const packet = isVersion5
        ? formatTsl5({ screen: 0, index: index + 1, red, green, text })
        : formatTsl31({ address: index + 1, tallies: [red, green, false, false], text });
      socket.send(packet, port, host);
    }
  };
  const repeat = setInterval(send, repeatMs);
  const readCameras = async () => {
    cameras = await listCameras(options, signal);
    send();
  };
  const reread = setInterval(() => {
    readCameras().catch((error: unknown) => log.warn({ err: error }, 'tally: the cameras cannot be listed'));
  }, camerasEveryMs);
  const connect = async (worked: () => void) => {
    try {
      await readCameras();
      const onTally = (latest: ReadonlyMap<string, TallyState>) => {
        worked();
        tally = latest;
        send();
      };
      await followTally({ ...options, onTally }, signal);
    } finally {
      tally = null;
      send();
    }
  };
  const onFailure = (error: unknown) => log.warn({ err: error }, 'tally: the server is not heard');
  await stayConnected(connect, { ...retry, signal, onFailure });
  clearInterval(repeat);
  clearInterval(reread);
  socket.close();
}

/** The event's cameras in their order, as many as TSL 3.1 has displays. */
async function listCameras({ server, token, eventId }: TslDisplaysOptions, signal: AbortSignal) {
  const response = await fetch(new URL(`/api/v1/streams?event_id=${eventId}&limit=126`, server), {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The server answers ${response.status}: ${text.slice(0, 300)}`);
  return streamsSchema.parse(JSON.parse(text)).data.map(({ id, attributes }) => ({ id, name: attributes.name }));
}
