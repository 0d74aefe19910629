import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@/lib/core/errors';
import { TokenBuckets } from '@/lib/core/token-bucket';
import type { SrtAdmission } from '../../refusals/srt-refusal';
import type { OpenSrtConnection, SrtDirection } from '../../srt/srt-route';
import type { FromRouter, RouterOptions, RouterQuestionName, RouterQuestions, ToRouter } from './router-messages';
import { SrtRouter } from './srt-router';

/*
 * The router's thread: both public ports and nothing else, so that no other work of the gateway delays a datagram. It
 * has no database and asks the main thread for admissions. An uncaught error ends the thread, and the gateway with it.
 */

if (!parentPort) throw new Error('the SRT router runs as a thread of the gateway');
const main = parentPort;
const { host, ingestPort, viewPort, maxBitrateKbps }: RouterOptions = workerData;

const post = (message: FromRouter): void => main.postMessage(message);

interface Question {
  onWaiting(streamId: string): void;
  onAdmission(admission: SrtAdmission): void;
}

const questions = new Map<number, Question>();
let lastAdmissionId = 0;

/** Per stream, port and cause: a caller may be refused hundreds of times a second, and each record is a query. */
const notices = new TokenBuckets({ perSecond: 1, burst: 1, maxKeys: 10_000 });

const openPort = (direction: SrtDirection, port: number): SrtRouter =>
  new SrtRouter({
    direction,
    host,
    port,
    maxBitrateKbps,
    admit: (named, _direction, onWaiting) =>
      new Promise((resolve) => {
        const id = ++lastAdmissionId;
        questions.set(id, { onWaiting, onAdmission: resolve });
        post({ type: 'admit', id, named, direction });
      }),
    onRefusal: (notice) => {
      const { refusal, streamId } = notice;
      const isNew = notices.take(`${streamId} ${direction} ${refusal}`, performance.now());
      if (isNew) post({ type: 'refusal', notice });
    },
    onConnected: (connection) => post({ type: 'connected', connection }),
    onLinksChanged: (connection) => post({ type: 'linksChanged', connection }),
    onDisconnected: (connection) => post({ type: 'disconnected', connection }),
  });

const routers = { ingest: openPort('ingest', ingestPort), view: openPort('view', viewPort) };

async function restore(connections: OpenSrtConnection[]): Promise<OpenSrtConnection[]> {
  const isRestored = await Promise.all(connections.map((record) => routers[record.direction].restore(record)));
  return connections.filter((_, index) => !isRestored[index]);
}

async function close(): Promise<null> {
  await Promise.all([routers.ingest.close(), routers.view.close()]);
  return null;
}

function answer<Name extends RouterQuestionName>(id: number, given: RouterQuestions[Name]['answer']): void {
  post({ type: 'answer', id, answer: given });
}

async function receive(message: ToRouter): Promise<void> {
  switch (message.type) {
    case 'waiting':
      questions.get(message.id)?.onWaiting(message.streamId);
      break;
    case 'admission':
      questions.get(message.id)?.onAdmission(message.admission);
      questions.delete(message.id);
      break;
    case 'closeStream':
      routers.ingest.closeStream(message.streamId, message.keyHash);
      routers.view.closeStream(message.streamId, message.keyHash);
      break;
    case 'disconnect':
      for (const caller of message.callersOfPort.callers) routers[message.callersOfPort.direction].disconnect(caller);
      break;
    case 'dismiss':
      routers[message.callersOfPort.direction].dismiss(message.callersOfPort.callers);
      break;
    case 'readHealth':
      answer(message.id, { ingest: routers.ingest.health, view: routers.view.health });
      break;
    case 'readLinks':
      answer(message.id, routers.ingest.readLinks());
      break;
    case 'readPlayerBytes':
      answer(message.id, routers.view.readSentBytes());
      break;
    case 'dropSilentEncoder':
      answer(message.id, await routers.ingest.dropSilentEncoder(message.question));
      break;
    case 'restore':
      answer(message.id, await restore(message.question));
      break;
    case 'close':
      answer(message.id, await close());
      main.close();
  }
}

try {
  await routers.ingest.listen();
  await routers.view.listen();
  main.on('message', (message: ToRouter) => void receive(message));
  post({ type: 'listening', ingestPort: routers.ingest.port, viewPort: routers.view.port });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  post({ type: 'unavailable', sentence: error.message });
  process.exit();
}
