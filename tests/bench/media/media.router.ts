import { hashStreamKey } from '@/lib/core/hash-stream-key';
import { SrtRouterThread } from '@/server/gateway/srt-router/thread/srt-router-thread';

/*
 * The router alone, as the gateway runs it, in a process of its own. A stream key is the port of the worker to forward
 * to. The process reports its port to its parent and ends with it.
 */

const router = await SrtRouterThread.open({
  host: '127.0.0.1',
  ingestPort: 0,
  viewPort: 0,
  maxBitrateKbps: 60_000,
  admit: async ({ keys: [key] }) => ({
    kind: 'forward',
    streamId: key,
    workerId: key,
    host: '127.0.0.1',
    port: Number(key),
    keyHash: hashStreamKey(key),
    latency: { defaultMs: 120, minMs: 20 },
  }),
  onConnected: () => undefined,
  onLinksChanged: () => undefined,
  onDisconnected: () => undefined,
  onRefusal: ({ refusal }) => {
    throw new Error(`the router refused: ${refusal}`);
  },
  onDied: (error) => {
    throw error;
  },
});
process.once('disconnect', () => process.exit());
process.send?.(router.ingestPort);
