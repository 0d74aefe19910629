import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  reportPath,
  roomTokenPath,
  type SoundWindow,
  type Still,
  soundPath,
  soundWindowSchema,
  stillPath,
  stillSchema,
  type WorkerPermit,
  type WorkerReport,
  workerReportSchema,
} from '@/lib/contracts/worker-protocol';
import { until } from '../until';

/** How a gateway answers a report: with a permit of so many milliseconds, with a status, or never. */
export type ReportAnswer =
  | ({ validForMs: number } & Partial<
      Pick<WorkerPermit, 'srtLatencyMs' | 'audioDelayMs' | 'playersDelayMs' | 'recording' | 'destinations' | 'spare'>
    >)
  | { status: 410 | 500 | 503 }
  | 'never';

export type MintToken = () => string | Promise<string>;

const usualPermitMs = 7_000;

export interface PlayedGateway {
  url: string;
  /** The reports so far. */
  reports: WorkerReport[];
  /** The stills that it was handed so far. */
  stills: Still[];
  /** The windows of sound that it was handed so far. */
  sounds: SoundWindow[];
  /** From now on it answers so. */
  answer(reportAnswer: ReportAnswer): void;
  /** Waits for a report after this call for which `matches`. */
  untilReport(matches: (report: WorkerReport) => boolean, what: string): Promise<WorkerReport>;
  close(): Promise<void>;
}

/**
 * The gateway's side of the worker protocol for one worker, played by a test.
 * @param mintToken a LiveKit token for each join
 */
export async function playGateway(
  worker: { workerId: string; token: string },
  mintToken: MintToken,
): Promise<PlayedGateway> {
  const reports: WorkerReport[] = [];
  const stills: Still[] = [];
  const sounds: SoundWindow[] = [];
  let reportAnswer: ReportAnswer = { validForMs: usualPermitMs };
  const server = createServer(async (request, response) => {
    const body = await json(request);
    const isOurs = request.headers.authorization === `Bearer ${worker.token}` && request.method === 'POST';
    if (isOurs && request.url === reportPath(worker.workerId)) {
      reports.push(workerReportSchema.parse(body));
      answerReport(response, reportAnswer);
    } else if (isOurs && request.url === roomTokenPath(worker.workerId)) {
      response.end(JSON.stringify({ token: await mintToken() }));
    } else if (isOurs && request.url === stillPath(worker.workerId)) {
      stills.push(stillSchema.parse(body));
      response.writeHead(204).end();
    } else if (isOurs && request.url === soundPath(worker.workerId)) {
      sounds.push(soundWindowSchema.parse(body));
      response.writeHead(204).end();
    } else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    reports,
    stills,
    sounds,
    answer: (next) => {
      reportAnswer = next;
    },
    untilReport(matches, what) {
      const start = reports.length;
      return until(`the worker reports ${what}`, () => reports.slice(start).find(matches), { timeoutMs: 15_000 });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerReport(response: ServerResponse, reportAnswer: ReportAnswer): void {
  if (reportAnswer === 'never') return;
  if ('status' in reportAnswer) response.writeHead(reportAnswer.status).end();
  else response.end(JSON.stringify(reportAnswer));
}
