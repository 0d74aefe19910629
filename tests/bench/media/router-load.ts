import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { raiseReceiveBuffer } from '@/server/gateway/srt-router/thread/raise-receive-buffer';
import { call, listenerSocketId, type RawPeer, rawListener, rawPeer } from '../../support/gateway/srt-peers';
import { measureUsage } from '../support/process-usage';
import { quantile } from '../support/quantile';

/** 4 Mbit/s in frames of 1/30 s: so many datagrams at once, of 1316 bytes and SRT's header. */
const datagramsPerFrame = 13;
const datagramBytes = 1332;
const frameMs = 1000 / 30;
const measureMs = 3_000;

export interface RouterLoad {
  cameras: number;
  /** Of the router's process. */
  cores: number;
  /** From a camera's socket to its worker's, over what the same takes without a router. */
  addedP50Ms: number;
  addedP95Ms: number;
  lostShare: number;
  /** Of what so many cameras send; less where the simulated cameras themselves do not keep up. */
  offeredShare: number;
}

interface SimulatedCamera {
  send(datagram: Buffer): void;
  /** How long each datagram was under way. */
  delaysMs: number[];
  close(): void;
}

/** Sends what so many 1080p30 cameras of 4 Mbit/s send through a router, and the same without it. */
export async function measureRouterLoad(cameraCount: number): Promise<RouterLoad> {
  const router = fork('dist/media.router.mjs', { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    const [port] = await once(router, 'message');
    const routed = await Promise.all(
      Array.from({ length: cameraCount }, (_, index) => openRouted(Number(port), index + 1)),
    );
    const through = await measureDelays(routed, router);
    for (const camera of routed) camera.close();
    const direct = await Promise.all(Array.from({ length: cameraCount }, openDirect));
    const around = await measureDelays(direct, null);
    for (const camera of direct) camera.close();
    return {
      cameras: cameraCount,
      cores: through.cores,
      addedP50Ms: quantile(through.delaysMs, 0.5) - quantile(around.delaysMs, 0.5),
      addedP95Ms: quantile(through.delaysMs, 0.95) - quantile(around.delaysMs, 0.95),
      lostShare: 1 - through.delaysMs.length / through.sent,
      offeredShare: through.sent / ((cameraCount * datagramsPerFrame * measureMs) / frameMs),
    };
  } finally {
    router.kill();
  }
}

async function openRouted(port: number, socketId: number): Promise<SimulatedCamera> {
  const worker = await rawListener();
  const camera = await rawPeer(port);
  const answer = await call(camera, socketId, String(worker.port));
  if (answer !== 'accepted') throw new Error(`the router refused: ${answer}`);
  return pair(camera, worker);
}

async function openDirect(): Promise<SimulatedCamera> {
  const worker = await rawListener();
  return pair(await rawPeer(worker.port), worker);
}

function pair({ send, close }: RawPeer, worker: Awaited<ReturnType<typeof rawListener>>): SimulatedCamera {
  const delaysMs: number[] = [];
  worker.socket.removeAllListeners('message');
  worker.socket.on('message', (datagram) => {
    if (datagram.length === datagramBytes) delaysMs.push(performance.now() - datagram.readDoubleBE(16));
  });
  raiseReceiveBuffer(worker.socket);
  return {
    send,
    delaysMs,
    close() {
      close();
      worker.socket.close();
    },
  };
}

async function measureDelays(cameras: SimulatedCamera[], router: ChildProcess | null) {
  let sent = 0;
  const timers = cameras.map(({ send }, index) => {
    const sendFrame = () => {
      for (let count = 0; count < datagramsPerFrame; count++) {
        const datagram = Buffer.alloc(datagramBytes);
        datagram.writeUInt32BE(sent & 0x7fffffff, 0);
        datagram.writeUInt32BE(listenerSocketId, 12);
        datagram.writeDoubleBE(performance.now(), 16);
        sent++;
        send(datagram);
      }
    };
    // Cameras are not in step with each other.
    return setTimeout(
      () => {
        timers[index] = setInterval(sendFrame, frameMs);
      },
      (frameMs * index) / cameras.length,
    );
  });
  const [usage] = await Promise.all([router?.pid ? measureUsage([router.pid], measureMs) : [], sleep(measureMs)]);
  for (const timer of timers) clearInterval(timer);
  await sleep(200);
  return { delaysMs: cameras.flatMap(({ delaysMs }) => delaysMs), sent, cores: usage[0]?.cores ?? Number.NaN };
}
