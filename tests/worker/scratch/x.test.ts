import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { callRaw } from '../../support/attacks/raw-caller';
import { startEncoder, startWorker } from '../../support/worker/worker-process';
import { ffmpeg, rawReceiver } from '../../support/camera/ffmpeg';

const mem = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8').match(/(VmRSS|VmData|VmPeak|Threads):\s+(\d+)/g)?.join(' ');
test('window', async () => {
  const worker = await startWorker();
  await worker.untilReport(({ ready }) => ready, 'ready');
  const pid = worker.child.pid ?? 0;
  console.log('rest', mem(pid));
  const { host, inputPort } = worker.spec.address;
  for (const flowWindow of [8192, 0x01000000, 0x04000000, 0x40000000]) {
    await callRaw({ host, port: inputPort, streamId: 'x', flowWindow }).then((c) => { console.log('ok'); setTimeout(() => c.close(), 500); }, (e) => console.log(String(e)));
    await sleep(1500);
    console.log(flowWindow.toString(16), mem(pid), worker.child.exitCode, worker.child.signalCode);
  }
  await worker.stop();
}, 60000);
test('ack', async () => {
  const worker = await startWorker();
  await worker.untilReport(({ ready }) => ready, 'ready');
  const pid = worker.child.pid ?? 0;
  startEncoder(worker);
  await worker.untilReport(({ signal }) => signal === 'live', 'live');
  const { host, outputPort } = worker.spec.address;
  const viewer = ffmpeg(rawReceiver(`srt://${host}:${outputPort}?mode=caller&latency=120000`));
  await sleep(2500);
  const raw = await callRaw({ host, port: outputPort, streamId: 'x' });
  await sleep(1500);
  const last = raw.received.filter((d) => (d[0] ?? 0) < 128).at(-1)?.readUInt32BE(0) ?? 0;
  console.log('mem', mem(pid), raw.received.length, last, viewer.output().length);
  let lastLen = viewer.output().length; let lastMs = performance.now(); let gap = 0;
  const t = setInterval(() => { const n = viewer.output().length; if (n !== lastLen) { gap = Math.max(gap, performance.now() - lastMs); lastMs = performance.now(); lastLen = n; } }, 5);
  await sleep(2000);
  console.log('gap before', gap); gap = 0;
  const ack = Buffer.alloc(16 + 28);
  ack.writeUInt16BE(0x8002, 0); ack.writeUInt32BE(5, 4); ack.writeUInt32BE((last + 0x38000000) & 0x7fffffff, 16);
  ack.writeUInt32BE(1000, 20); ack.writeUInt32BE(500, 24); ack.writeUInt32BE(8000, 28);
  raw.send(ack);
  await sleep(5000);
  console.log('gap after', gap, viewer.output().length, worker.child.signalCode, viewer.child.exitCode, mem(pid));
  console.log(worker.reports.slice(-6).map((r) => r.sample?.fps));
  clearInterval(t); viewer.child.kill('SIGKILL'); raw.close();
  await worker.stop();
}, 60000);
