import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

// Implements lib/contracts/worker-protocol.ts without media: it accepts every SRT caller, and its camera is live after
// any datagram. A datagram "fail" or "give up" makes it report a failure, "hang" makes it stop reporting.

const reportIntervalMs = 200;
const answerTimeoutMs = 1_000;

const stop = () => process.exit(0);
let isSpare = true;
process.on('disconnect', () => isSpare && stop());
process.on('SIGTERM', stop);
const given = process.env.WORKER_SPEC;
if (!given && !process.connected) stop();

const [spec] = given ? [JSON.parse(given)] : await once(process, 'message');
if (process.env.WORKER_HOST) spec.address.host = process.env.WORKER_HOST;
isSpare = false;
process.title = `sightline-worker ${spec.workerId}`;
let { gatewayUrl } = spec;
let signal = 'none';
let connectCount = 0;
let failed = null;
let isHanging = false;
let wake = () => undefined;

const liveSample = {
  fps: 30,
  bitrateKbps: 4000,
  droppedFrames: 7,
  workerMs: 1,
  gopSeconds: 2,
  frameMs: { shortest: 33, longest: 34 },
  hasBFrames: false,
  clockDrift: null,
  delayMs: 20,
  audioDbfs: [-20, -22],
};
const media = {
  video: { codec: 'h264', profile: 'High', width: 1920, height: 1080 },
  audio: null,
  mode: 'passthrough',
  reason: null,
};

const input = createSocket('udp4');
input.on('message', (datagram, { port, address }) => {
  const text = datagram.toString('latin1');
  if (text === 'hang') isHanging = true;
  if (text === 'fail') failed = { reason: 'The camera sends what nobody can decode.', retryable: true };
  if (text === 'give up') failed = { reason: 'This machine has no encoder.', retryable: false };
  if (signal !== 'live') connectCount = 1;
  signal = 'live';
  const isHandshake = datagram.length >= 64 && datagram.readUInt16BE(0) === 0x8000;
  if (!isHandshake) return;
  const answer = Buffer.from(datagram.subarray(0, 64));
  datagram.copy(answer, 12, 40, 44);
  answer.writeUInt32BE(5, 16);
  const isInduction = datagram.readInt32BE(36) === 1;
  if (isInduction) answer.writeUInt32BE(0xc0ffee, 44);
  else answer.writeUInt32BE(0x06775204, 40);
  input.send(answer, port, address);
});
input.bind(spec.address.inputPort, spec.address.host);

let { token } = spec;
const authorization = () => `Bearer ${token}`;

createServer(async (request, response) => {
  if (isHanging) return;
  if (request.url === '/healthz') {
    const { workerId, streamId, generation } = spec;
    response.end(JSON.stringify({ workerId, streamId, generation }));
    return;
  }
  const isForUs = request.method === 'PUT' && request.url === '/gateway';
  if (!isForUs || request.headers.authorization !== authorization()) {
    response.writeHead(isForUs ? 401 : 404).end();
    return;
  }
  const chunks = await request.toArray();
  const gateway = JSON.parse(Buffer.concat(chunks).toString());
  gatewayUrl = gateway.url;
  token = gateway.token ?? token;
  response.writeHead(204).end();
  wake();
}).listen(spec.address.controlPort, spec.address.host);

/** Null without an answer of the gateway. */
const post = (path, body) =>
  fetch(`${gatewayUrl}/workers/${spec.workerId}/${path}`, {
    method: 'POST',
    headers: { authorization: authorization() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerTimeoutMs),
  }).catch(() => null);

let permittedUntilMs = performance.now() + 10_000;
setInterval(() => performance.now() > permittedUntilMs && stop(), 50);

let isReady = false;
for (;;) {
  const response = isReady || isHanging ? null : await post('room-token', {});
  isReady ||= response?.status === 200 && Boolean((await response.json()).token);
  if (!isHanging) {
    const sample = signal === 'live' ? liveSample : null;
    const sentAtMs = performance.now();
    const reported = failed;
    const answer = await post('report', {
      generation: spec.generation,
      ready: isReady,
      signal,
      sample,
      connectCount,
      media: sample ? media : null,
      failed: reported,
    });
    if (answer?.status === 410) stop();
    if (answer?.status === 200) permittedUntilMs = sentAtMs + (await answer.json()).validForMs;
    if (answer && ![200, 503].includes(answer.status)) process.exit(8);
    if (reported && answer?.status === 200) process.exit(1);
  }
  await Promise.race([sleep(reportIntervalMs), new Promise((resolve) => (wake = resolve))]);
}
