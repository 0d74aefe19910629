import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, listenerSocketId, rawListener, rawPeer } from '../../support/gateway/srt-peers';
import { openSrtlaSender } from '../../support/gateway/srtla-sender';
import { forMs } from '../support/glance';
import { measureUsage } from '../support/process-usage';

/** 4 Mbit/s in frames of 1/30 s: so many datagrams at once, of 1316 bytes and SRT's header. */
const datagramsPerFrame = 13;
const datagramBytes = 1332;
const frameMs = 1000 / 30;
/** libsrt acknowledges every 10 ms. */
const ackMs = 10;
const measureMs = forMs(5_000);
const settleMs = forMs(1_000);

/**
 * Sends what cameras of 4 Mbit/s send through a router, and what their workers acknowledge.
 * @param links of each camera's SRTLA group; 0: plain SRT
 * @returns the cores that the router's process uses
 */
export async function measureBondedLoad(cameraCount: number, links: number): Promise<number> {
  const router = fork('dist/media.router.mjs', { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const cleanups: (() => unknown)[] = [() => router.kill()];
  try {
    const [port] = (await once(router, 'message')) as [number];
    for (let index = 0; index < cameraCount; index++) cleanups.push(...(await openCamera(port, links, index)));
    await sleep(settleMs);
    const [usage] = await measureUsage([router.pid ?? 0], measureMs);
    return usage?.cores ?? Number.NaN;
  } finally {
    for (const cleanup of cleanups.reverse()) cleanup();
  }
}

async function openCamera(port: number, links: number, index: number): Promise<(() => unknown)[]> {
  const worker = await rawListener();
  const sender = links === 0 ? null : await openSrtlaSender(Array(links).fill(port));
  await sender?.untilRegistered();
  const camera = await rawPeer(sender?.port ?? port);
  const socketId = index + 1;
  const answer = await call(camera, socketId, String(worker.port));
  if (answer !== 'accepted') throw new Error(`the router refused: ${answer}`);

  camera.socket.removeAllListeners('message');
  // A sender answers the acknowledgement of each link.
  camera.socket.on('message', (ack: Buffer) => {
    const ackAck = Buffer.alloc(20);
    ackAck.writeUInt16BE(0x8006, 0);
    ack.copy(ackAck, 4, 4, 8);
    ackAck.writeUInt32BE(listenerSocketId, 12);
    camera.send(ackAck);
  });
  let acknowledge: (() => void) | null = null;
  let latest = 0;
  worker.socket.removeAllListeners('message');
  worker.socket.on('message', (datagram: Buffer, { port: from, address }) => {
    if (datagram.length === datagramBytes) latest = datagram.readUInt32BE(0);
    acknowledge = () => worker.socket.send(ackOf(socketId, ++acks, latest), from, address);
  });
  let acks = 0;
  let sequence = 0;
  const datagram = Buffer.alloc(datagramBytes);
  datagram.writeUInt32BE(listenerSocketId, 12);
  const sendFrame = () => {
    for (let count = 0; count < datagramsPerFrame; count++) {
      datagram.writeUInt32BE(sequence++, 0);
      camera.send(Buffer.from(datagram));
    }
  };
  const timers = [setInterval(sendFrame, frameMs), setInterval(() => acknowledge?.(), ackMs)];
  return [
    () => sender?.close(),
    camera.close,
    worker.close,
    () => {
      for (const timer of timers) clearInterval(timer);
    },
  ];
}

/** A full acknowledgement (draft-sharabayko-srt-01, 3.2.4). */
function ackOf(socketId: number, number: number, latest: number): Buffer {
  const ack = Buffer.alloc(44);
  ack.writeUInt16BE(0x8002, 0);
  ack.writeUInt32BE(number, 4);
  ack.writeUInt32BE(socketId, 12);
  ack.writeUInt32BE(latest + 1, 16);
  ack.writeUInt32BE(20_000, 20);
  return ack;
}
