import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

// Speaks lib/contracts/worker-protocol.ts like a worker, without media: it takes every SRT caller, and the camera is live
// once any datagram has come.

const stop = () => process.exit(0);
process.on('disconnect', stop);
process.on('SIGTERM', stop);

const [job] = await once(process, 'message');
process.title = `sightline-worker ${job.streamId}`;
let signal = 'none';

const liveSample = {
  ...{ fps: 30, bitrateKbps: 4000, droppedFrames: 7, workerMs: 1, gopSeconds: 2 },
  ...{ frameMs: { shortest: 33, longest: 34 }, hasBFrames: false, clockDrift: null, audioDbfs: [-20, -22] },
};

const input = createSocket('udp4');
input.on('message', (datagram, { port, address }) => {
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
input.bind(job.inputPort, job.podIp);

const post = (path, body) =>
  fetch(`${job.gatewayUrl}/workers/${job.streamId}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${job.gatewayToken}` },
    body: JSON.stringify(body),
  });

const { token } = await (await post('room-token', {})).json();
if (!token) process.exit(9);

const media = {
  video: { codec: 'h264', profile: 'High', width: 1920, height: 1080 },
  ...{ audio: null, mode: 'untouched', reason: null },
};

for (;;) {
  const sample = signal === 'live' ? liveSample : null;
  const { status } = await post('report', {
    ...{ generation: job.generation, ready: true, signal, sample, connectCount: sample ? 1 : 0 },
    media: sample ? media : null,
  });
  if (status === 410) stop();
  if (status !== 204) process.exit(8);
  await sleep(200);
}
