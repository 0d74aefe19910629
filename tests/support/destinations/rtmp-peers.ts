import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { messageType } from '@/lib/core/rtmp/chunk-stream';
import { type RtmpPublish, RtmpSession } from '@/lib/core/rtmp/rtmp-session';

export interface RtmpPeer {
  port: number;
  /** Requests to publish. */
  publishes: RtmpPublish[];
  /** Frames of video that have come, with their times in milliseconds. */
  frames: { ms: number; isKeyframe: boolean }[];
  connectCount: number;
  close(): Promise<void>;
}

type Behaviour = 'takes' | 'refuses' | 'closes' | 'reads nothing' | 'stops reading';

/** An RTMP server of a test, on a port of its own or a given one. */
export async function startRtmpPeer(behaviour: Behaviour, { port = 0, host = '127.0.0.1' } = {}): Promise<RtmpPeer> {
  const sockets = new Set<Socket>();
  const peer = { publishes: [] as RtmpPublish[], frames: [] as RtmpPeer['frames'], connectCount: 0 };
  const server = createServer((socket) => {
    peer.connectCount++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (behaviour === 'reads nothing') return void socket.pause();
    const session: RtmpSession = new RtmpSession({
      maxMessageBytes: 16 * 1024 * 1024,
      send: (bytes) => socket.write(bytes),
      onPublish(publish) {
        peer.publishes.push(publish);
        if (behaviour === 'refuses') session.refuse(`Unknown stream ${publish.name}.`);
        else session.accept();
        if (behaviour === 'closes') socket.end();
      },
      onMedia({ type, timestamp, body }) {
        if (type !== messageType.video || body[1] !== 1) return;
        peer.frames.push({ ms: timestamp, isKeyframe: body.readUInt8(0) === 0x17 });
        if (behaviour === 'stops reading') socket.pause();
      },
      onUnpublish: () => socket.end(),
    });
    socket.on('data', (bytes) => session.addBytes(bytes));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return Object.assign(peer, { port: portOf(server), close: () => close(server, sockets) });
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function close(server: Server, sockets: Set<Socket>): Promise<void> {
  server.close();
  for (const socket of sockets) socket.destroy();
  await once(server, 'close');
}
