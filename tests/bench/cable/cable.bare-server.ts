import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { busMessageSchema } from '@/lib/platform/bus/bus';
import { postgresWire } from '@/lib/platform/bus/postgres-wire';
import { webEnv } from '@/lib/platform/env/web-env';
import { reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';

/*
 * The minimal server to compare /cable with. It listens to the same bus, confirms any subscription and sends every
 * sample to every client. It has no tokens, rules or pings.
 */

const commandSchema = z.object({ identifier: z.string() });
const identifierOf = (streamId: string) => JSON.stringify({ channel: 'StreamMetricsChannel', stream_id: streamId });

const { HOST: host, PORT: port } = webEnv();
const server = new WebSocketServer({ host, port, perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.send('{"type":"welcome"}');
  socket.on('message', (data) => {
    const { identifier } = commandSchema.parse(JSON.parse(String(data)));
    socket.send(JSON.stringify({ type: 'confirm_subscription', identifier }));
  });
});
const line = await postgresWire.listen((text) => {
  // The wire also carries the bus's own probes.
  const { data: message } = busMessageSchema.safeParse(JSON.parse(text));
  if (message?.type !== 'stream_metrics') return;
  for (const { streamId, metrics } of message.samples) {
    const frame = { identifier: identifierOf(streamId), message: { type: message.type, stream_id: streamId, metrics } };
    const bytes = Buffer.from(JSON.stringify(frame));
    for (const client of server.clients) client.send(bytes, { binary: false });
  }
});
stopWhenAsked(() => line.close(), 1_000);
reportReady();
