import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { raiseReceiveBuffer } from '@/server/gateway/srt-router/thread/public-socket';
import { call, listenerSocketId, type RawPeer, rawListener, rawPeer } from '../../support/gateway/srt-peers';
import { forMs } from '../support/glance';
import { measureUsage } from '../support/process-usage';
import { quantile } from '../support/quantile';

/** 4 Mbit/s in frames of 1/30 s: so many datagrams at once, of 1316 bytes and SRT's header. */
const datagramsPerFrame = 13;
const datagramBytes = 1332;
/**
 * libsrt sends 100 acknowledgements a second, and each is acknowledged (draft-sharabayko-srt-01, 3.2.4 and 3.2.7). Here
 * the camera sends all of them, because a worker that reads nothing sends nothing.
 */
const acknowledgementsPerFrame = 7;
const acknowledgement = Buffer.alloc(16);
acknowledgement.writeUInt16BE(0x8006, 0);
acknowledgement.writeUInt32BE(listenerSocketId, 12);
const frameMs = 1000 / 30;
const measureMs = forMs(5_000);
/** Number of cameras whose datagrams are timed. Reading those of all others would take the whole core. */
const maxTimed = 8;
/** The router keeps fewer half-open callers of one address. */
const callsAtOnce = 16;

export interface RouterLoad {
  cameras: number;
  /** CPU use of the router's process. */
  cores: number;
  /** From a camera's socket to its worker's, over what the same takes without a router. */
  addedP50Ms: number;
  addedP95Ms: number;
  lostShare: number;
  /** Share of the intended load that the simulated cameras managed to send. */
  offeredShare: number;
}

type RawListener = Awaited<ReturnType<typeof rawListener>>;

interface SimulatedCamera {
  send(datagram: Buffer): void;
  /** How long each datagram was under way; null where that is not timed. */
  delaysMs: number[] | null;
  close(): void;
}

/** Sends what so many 1080p30 cameras of 4 Mbit/s send through a router, and the same without it. */
export async function measureRouterLoad(cameraCount: number): Promise<RouterLoad> {
  const timedCount = Math.min(cameraCount, maxTimed);
  const router = fork('dist/media.router.mjs', { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const sinks = fork('dist/media.sinks.mjs', [String(cameraCount - timedCount)]);
  try {
    separate(router, sinks);
    const [[port], [sinkPorts]] = await Promise.all([once(router, 'message'), once(sinks, 'message')]);
    const limit = pLimit(callsAtOnce);
    const cameras = await Promise.all(
      Array.from({ length: cameraCount }, (_, index) =>
        limit(() => openRouted(Number(port), index + 1, sinkPorts[index - timedCount] ?? null)),
      ),
    );
    sinks.kill('SIGSTOP');
    const through = await measureDelays(cameras, router);
    for (const camera of cameras) camera.close();
    const direct = await Promise.all(
      Array.from({ length: cameraCount }, (_, index) => openDirect(sinkPorts[index - timedCount] ?? null)),
    );
    const around = await measureDelays(direct, null);
    for (const camera of direct) camera.close();
    return {
      cameras: cameraCount,
      cores: through.cores,
      addedP50Ms: quantile(through.delaysMs, 0.5) - quantile(around.delaysMs, 0.5),
      addedP95Ms: quantile(through.delaysMs, 0.95) - quantile(around.delaysMs, 0.95),
      lostShare: 1 - through.delaysMs.length / through.timed,
      offeredShare: through.sent / ((cameraCount * datagramsPerFrame * measureMs) / frameMs),
    };
  } finally {
    router.kill();
    sinks.kill('SIGKILL');
  }
}

/** The router has a core to itself, and whatever plays cameras and workers the other one. */
function separate(router: ChildProcess, sinks: ChildProcess): void {
  const pin = (core: number, pid: number | undefined) =>
    execFileSync('taskset', ['-a', '-c', '-p', `${core}`, `${pid}`]);
  pin(0, router.pid);
  pin(1, process.pid);
  pin(1, sinks.pid);
}

/** @param sinkPort of a worker that reads nothing; null: a worker of this process */
async function openRouted(port: number, socketId: number, sinkPort: number | null): Promise<SimulatedCamera> {
  const worker = sinkPort === null ? await rawListener() : null;
  const camera = await rawPeer(port);
  const answer = await call(camera, socketId, String(sinkPort ?? worker?.port));
  if (answer !== 'accepted') throw new Error(`the router refused: ${answer}`);
  return simulate(camera, port, worker);
}

/** @param sinkPort likewise */
async function openDirect(sinkPort: number | null): Promise<SimulatedCamera> {
  const worker = sinkPort === null ? await rawListener() : null;
  const port = sinkPort ?? worker?.port ?? 0;
  return simulate(await rawPeer(port), port, worker);
}

async function simulate(
  { socket, close }: RawPeer,
  port: number,
  worker: RawListener | null,
): Promise<SimulatedCamera> {
  // A connected socket sends for less.
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const delaysMs: number[] = [];
  if (worker) {
    worker.socket.removeAllListeners('message');
    worker.socket.on('message', (datagram) => {
      if (datagram.length === datagramBytes) delaysMs.push(performance.now() - datagram.readDoubleBE(16));
    });
    raiseReceiveBuffer(worker.socket);
  }
  return {
    send: (datagram) => socket.send(datagram),
    delaysMs: worker && delaysMs,
    close() {
      close();
      worker?.socket.close();
    },
  };
}

async function measureDelays(cameras: SimulatedCamera[], router: ChildProcess | null) {
  let sent = 0;
  let timed = 0;
  // It is sent at once, or waits in the kernel as a copy.
  const datagram = Buffer.alloc(datagramBytes);
  datagram.writeUInt32BE(listenerSocketId, 12);
  const timers = cameras.map(({ send, delaysMs }, index) => {
    const sendFrame = () => {
      for (let count = 0; count < datagramsPerFrame; count++) {
        datagram.writeUInt32BE(sent & 0x7fffffff, 0);
        datagram.writeDoubleBE(performance.now(), 16);
        sent++;
        if (delaysMs) timed++;
        send(datagram);
      }
      for (let count = 0; count < acknowledgementsPerFrame; count++) send(acknowledgement);
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
  return {
    delaysMs: cameras.flatMap(({ delaysMs }) => delaysMs ?? []),
    sent,
    timed,
    cores: usage[0]?.cores ?? Number.NaN,
  };
}
