import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  reportPath,
  roomTokenPath,
  type WorkerReport,
  type WorkerSpec,
  workerPermitSchema,
} from '@/lib/contracts/worker-protocol';
import { goodSample, idleReport } from '../../support/gateway/worker-reports';
import type { PretendOrder } from './pretend-messages';

/* Pretended workers by lib/contracts/worker-protocol.ts, all in this process: no media, but every report and permit. */

const reportIntervalMs = 1_000;
/** Time to start. A real worker takes a second, in which the control plane does nothing. */
const startMs = 30;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const workers = new Map<string, AbortController>();
let isLive = false;

const liveSample: NonNullable<WorkerReport['sample']> = {
  ...goodSample,
  workerMs: 1.5,
  audioDbfs: [-20.5, -22.25],
  loudness: { momentaryLufs: -23, shortTermLufs: -22 },
};
const media: WorkerReport['media'] = {
  video: { codec: 'h264', profile: 'High', width: 1920, height: 1080 },
  audio: null,
  mode: 'passthrough',
  reason: null,
};

/** @returns status 0 where the connection is lost: like a real worker, the next second asks again */
function post(
  { gatewayUrl, token }: WorkerSpec,
  path: string,
  body: object,
): Promise<{ status: number; text: string }> {
  const text = JSON.stringify(body);
  return new Promise((resolve) => {
    const sent = request(`${gatewayUrl}${path}`, {
      agent,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(text) },
    });
    sent.once('error', () => resolve({ status: 0, text: '' }));
    sent.once('response', (response) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: answer }));
    });
    sent.end(text);
  });
}

const reportOf = ({ generation }: WorkerSpec): WorkerReport => ({
  ...idleReport,
  generation,
  signal: isLive ? 'live' : 'none',
  // No two seconds are alike.
  sample: isLive ? Object.assign({}, liveSample, { bitrateKbps: 3_800 + Math.random() * 400 }) : null,
  connectCount: isLive ? 1 : 0,
  media: isLive ? media : null,
});

async function run(spec: WorkerSpec, signal: AbortSignal): Promise<void> {
  await sleep(startMs);
  await post(spec, roomTokenPath(spec.workerId), {});
  while (!signal.aborted) {
    const { status, text } = await post(spec, reportPath(spec.workerId), reportOf(spec));
    if (status === 410) break;
    if (status === 200) workerPermitSchema.parse(JSON.parse(text));
    await sleep(reportIntervalMs, undefined, { signal }).catch(() => undefined);
  }
  workers.delete(spec.workerId);
  process.send?.({ type: 'ended', workerId: spec.workerId });
}

process.on('message', (order: PretendOrder) => {
  if (order.type === 'live') {
    isLive = order.isLive;
  } else if (order.type === 'remove') {
    workers.get(order.workerId)?.abort();
  } else {
    const stopping = new AbortController();
    workers.set(order.spec.workerId, stopping);
    void run(order.spec, stopping.signal);
  }
});
process.on('disconnect', () => process.exit(0));
