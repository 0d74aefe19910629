import { randomBytes } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { raiseReceiveBuffer } from '@/server/gateway/srt-router/thread/public-socket';
import { until } from '../until';

const idBytes = 256;
const headerBytes = 16;
const rangeFlag = 0x8000_0000;
const numberMask = 0x7fff_ffff;
/** In thousandths of a packet: a link's window grows by each acknowledgement, and shrinks by each loss. */
const window = { least: 1_000, initial: 20_000, most: 60_000, growth: 30, shrinkage: 100 };
const keepaliveMs = 1_000;
const registrationMs = 250;
/** A link that hears nothing for so long registers again. */
const silentAfterMs = 4_000;
/** Acknowledgements come by every link many times a second: one that is behind the others by so long is not used. */
const suspectAfterMs = 300;

export interface SrtlaSenderOptions {
  /** Keepalives say what the link is like. */
  reports?: boolean;
}

export interface SrtlaSender {
  /** An SRT caller calls this port of 127.0.0.1 in place of the server's. */
  port: number;
  /** Data packets that went by each link. */
  sentPackets(): number[];
  /** Number of times that a group was asked for. */
  registrations(): number;
  isRegistered(): boolean;
  untilRegistered(): Promise<unknown>;
  close(): void;
}

interface Link {
  socket: Socket;
  target: number;
  isRegistered: boolean;
  window: number;
  inFlight: Set<number>;
  sentPackets: number;
  sentBytes: number;
  naks: number;
  rttMs: number;
  heardMs: number;
}

/**
 * Bonds the links of an SRT caller on this machine, as Moblin and BELABOX do: each data packet takes the link with the
 * most room. A link that is silent registers again, and a sender whose group is unknown asks for another.
 * @param targets the port of 127.0.0.1 for each link: the server's, or one of an impairment proxy before it
 */
export async function openSrtlaSender(
  targets: number[],
  { reports = true }: SrtlaSenderOptions = {},
): Promise<SrtlaSender> {
  const own = createSocket('udp4');
  let caller: RemoteInfo | null = null;
  let id = randomBytes(idBytes);
  let isWhole = false;
  let registrations = 0;

  const links = await Promise.all(
    targets.map(async (target): Promise<Link> => {
      const socket = createSocket('udp4');
      socket.on('error', () => undefined); // A server that is away is a part of the outages under test.
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
      raiseReceiveBuffer(socket);
      return {
        ...{ socket, target, isRegistered: false, window: window.initial, inFlight: new Set<number>() },
        ...{ sentPackets: 0, sentBytes: 0, naks: 0, rttMs: 0, heardMs: 0 },
      };
    }),
  );
  const send = (link: Link, datagram: Buffer) => link.socket.send(datagram, link.target, '127.0.0.1');
  const packet = (type: number, content: Buffer) => {
    const head = Buffer.alloc(2);
    head.writeUInt16BE(type);
    return Buffer.concat([head, content]);
  };

  function onControl(link: Link, type: number, datagram: Buffer): void {
    if (type === 0x9201 && !isWhole && datagram.subarray(2, 130).equals(id.subarray(0, 128))) {
      id = Buffer.from(datagram.subarray(2, 2 + idBytes));
      isWhole = true;
      for (const each of links) send(each, packet(0x9201, id));
    } else if (type === 0x9202 && !link.isRegistered) {
      link.isRegistered = true;
      link.window = window.initial;
      link.inFlight.clear();
    } else if (type === 0x9211 && isWhole) {
      link.isRegistered = false;
      if (links.some(({ isRegistered }) => isRegistered)) return;
      isWhole = false;
      id = randomBytes(idBytes);
      askForGroup();
    } else if (type === 0x9100) {
      for (let at = 4; at + 4 <= datagram.length; at += 4) link.inFlight.delete(datagram.readUInt32BE(at));
      link.window = Math.min(window.most, link.window + window.growth);
    } else if (type === 0x9000 && datagram.length >= 10) {
      link.rttMs = Math.max(0, Date.now() - Number(datagram.readBigUInt64BE(2)));
    }
  }

  function onLoss(sequence: number): void {
    const link = links.find(({ inFlight }) => inFlight.delete(sequence));
    if (!link) return;
    link.naks++;
    link.window = Math.max(window.least, link.window - window.shrinkage);
  }

  function onSrt(type: number, datagram: Buffer): void {
    if (type === 0x8002 && datagram.length >= headerBytes + 4) {
      const next = datagram.readUInt32BE(headerBytes);
      for (const { inFlight } of links) {
        for (const sequence of inFlight) if (((next - 1 - sequence) & numberMask) < 2 ** 30) inFlight.delete(sequence);
      }
    } else if (type === 0x8003) {
      for (let at = headerBytes; at + 4 <= datagram.length; at += 4) {
        const first = datagram.readUInt32BE(at);
        if (first < rangeFlag) onLoss(first);
        else {
          at += 4;
          const last = datagram.readUInt32BE(at);
          for (let sequence = first & numberMask; sequence <= last; sequence++) onLoss(sequence);
        }
      }
    }
    // Once from each link, as Moblin does.
    if (caller) own.send(datagram, caller.port, caller.address);
  }

  function askForGroup(): void {
    registrations++;
    if (links[0]) send(links[0], packet(0x9200, id));
  }

  function keepAlive(): void {
    for (const link of links) {
      const content = Buffer.alloc(reports ? 36 : 8);
      content.writeBigUInt64BE(BigInt(Date.now()));
      if (reports) {
        content.writeUInt32BE(0xc01f_0001, 8);
        const figures = [1, link.window, link.inFlight.size, link.rttMs, link.naks, 0];
        for (const [index, figure] of figures.entries()) content.writeUInt32BE(figure, 12 + index * 4);
      }
      send(link, packet(0x9000, content));
    }
  }

  function register(): void {
    if (!isWhole) {
      askForGroup();
      return;
    }
    const nowMs = performance.now();
    for (const link of links) {
      if (link.isRegistered && nowMs - link.heardMs > silentAfterMs) link.isRegistered = false;
      if (!link.isRegistered) send(link, packet(0x9201, id));
    }
  }

  for (const link of links) {
    link.socket.on('message', (datagram) => {
      link.heardMs = performance.now();
      const type = datagram.readUInt16BE(0);
      if (type >= 0x9000 && type < 0xa000) onControl(link, type, datagram);
      else onSrt(type, datagram);
    });
  }
  own.on('message', (datagram, remote) => {
    caller = remote;
    let best: Link | null = null;
    const heardMs = Math.max(...links.map((link) => link.heardMs));
    const score = (link: Link) =>
      heardMs - link.heardMs > suspectAfterMs ? 0 : link.window / (link.inFlight.size + 1);
    for (const link of links) if (link.isRegistered && (!best || score(link) > score(best))) best = link;
    if (!best) return;
    const isData = (datagram.readUInt8(0) & 0x80) === 0;
    if (isData) {
      best.inFlight.add(datagram.readUInt32BE(0));
      best.sentPackets++;
      best.sentBytes += datagram.length;
    }
    send(best, datagram);
  });
  own.bind(0, '127.0.0.1');
  await once(own, 'listening');
  raiseReceiveBuffer(own);
  askForGroup();
  const timers = [setInterval(register, registrationMs), setInterval(keepAlive, keepaliveMs)];
  const isRegistered = () => links.every((link) => link.isRegistered);
  return {
    port: own.address().port,
    sentPackets: () => links.map(({ sentPackets }) => sentPackets),
    registrations: () => registrations,
    isRegistered,
    untilRegistered: () => until('all links are registered', isRegistered),
    close() {
      for (const timer of timers) clearInterval(timer);
      own.close();
      for (const { socket } of links) socket.close();
    },
  };
}
