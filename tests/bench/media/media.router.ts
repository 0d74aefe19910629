import { SrtRouter } from '@/server/gateway/srt-router/srt-router';

/*
 * The router alone, as a process of its own: each stream key is the port of the worker to forward to. Says its own port
 * to its parent, and ends with it.
 */

const router = new SrtRouter({
  direction: 'ingest',
  host: '127.0.0.1',
  port: 0,
  admit: async (streamKey) => ({ kind: 'forward', streamId: streamKey, host: '127.0.0.1', port: Number(streamKey) }),
  onOpened: () => undefined,
  onEnded: () => undefined,
  onRefusal: ({ refusal }) => {
    throw new Error(`the router refused: ${refusal}`);
  },
});
await router.listen();
process.once('disconnect', () => process.exit());
process.send?.(router.port);
