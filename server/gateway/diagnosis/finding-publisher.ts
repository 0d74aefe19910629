import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { type FoundProblem, storedFinding } from '@/lib/contracts/catalogue/found-problem';
import type { StreamStatus } from '@/lib/contracts/streams';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { log } from '@/lib/platform/log';
import { Loop } from '@/lib/platform/process/loop';
import { insertIncident } from '@/lib/use-cases/streams/state/record-incident';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import { type AlarmLine, alarmLines } from './alarms';

/** An alarm is about seconds: a stream whose worker has reported is examined at once. */
const intervalMs = 50;
/** The rest are examined once a second. */
const allIntervalMs = 1_000;
/** The gateway has ten connections to Postgres. The reconciler takes up to four of them, and the samples two. */
const maxConcurrentWrites = 3;

/** The row of a stream, as far as its findings go. */
interface ExaminedRow {
  id: string;
  generation: number;
  status: StreamStatus;
  findings: FoundProblem[];
}

/** A stream that can be examined; the reconciler's StreamRuntime is one. */
export interface Examinable<Row extends ExaminedRow = ExaminedRow> {
  readonly stream: Row;
  readonly isHeld: boolean;
  /** By the latest report of its worker, which the row follows. */
  readonly isLive: boolean;
  isDue(nowMs: number): boolean;
  examine(nowMs: number): FoundProblem[];
  findingsRecorded(stream: Row, findings: FoundProblem[]): void;
}

export interface FindingPublisherOptions<Row extends ExaminedRow> {
  gatewayId: string;
  streams: {
    values(): Examinable<Row>[];
    takeReported(): Examinable<Row>[];
  };
}

/** Examines the streams all the time, and records and publishes the findings that have changed. */
export class FindingPublisher<Row extends ExaminedRow> {
  readonly #options: FindingPublisherOptions<Row>;
  readonly #writes = pLimit(maxConcurrentWrites);
  readonly #loop = new Loop({
    name: 'findings',
    work: () => this.#examine(),
    intervalMs,
    retry: { firstMs: intervalMs, capMs: allIntervalMs },
  });
  #allExaminedMs = 0;

  constructor(options: FindingPublisherOptions<Row>) {
    this.#options = options;
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #examine(): Promise<void> {
    const { gatewayId } = this.#options;
    const nowMs = Date.now();
    const examined = this.#dueAt(nowMs).flatMap((examinable) => {
      const { stream, isHeld } = examinable;
      return isHeld && isWanted(stream.status) ? { examinable, stream, findings: examinable.examine(nowMs) } : [];
    });
    const changed = examined.filter(({ stream, findings }) => !isDeepStrictEqual(findings, stream.findings));
    await Promise.all(
      changed.map(async ({ examinable, stream, findings }) => {
        const { id, generation, findings: before } = stream;
        const lines = alarmLines(before, findings, { isLive: examinable.isLive, nowMs });
        try {
          const isRecorded = await this.#writes(() => recordFindings(id, { gatewayId, generation, findings, lines }));
          if (isRecorded) examinable.findingsRecorded(stream, findings);
        } catch (error) {
          log.warn({ err: error, streamId: id }, 'findings: not recorded; will retry');
        }
      }),
    );
  }

  #dueAt(nowMs: number): Examinable<Row>[] {
    const { streams } = this.#options;
    const reported = streams.takeReported();
    if (nowMs - this.#allExaminedMs < allIntervalMs) return reported;
    this.#allExaminedMs = nowMs;
    const waiting = streams.values().filter((examinable) => examinable.isDue(nowMs));
    return [...new Set([...reported, ...waiting])];
  }
}

interface Findings {
  gatewayId: string;
  generation: number;
  /** All present findings, the worst first. */
  findings: FoundProblem[];
  /** Lines that the change adds to the stream's history. */
  lines: AlarmLine[];
}

/**
 * Records and publishes the findings of a stream that is on, while the gateway holds its lease in this generation.
 * @returns whether it does
 */
export async function recordFindings(
  streamId: string,
  { gatewayId, generation, findings, lines }: Findings,
): Promise<boolean> {
  const organizationId = await db().$transaction(async (tx) => {
    const [stream] = await tx.stream.updateManyAndReturn({
      where: { id: streamId, leaseOwner: gatewayId, generation, status: { in: ['provisioning', 'active'] } },
      data: { findings: findings.map(storedFinding) },
      select: { organizationId: true },
    });
    if (!stream) return null;
    for (const line of lines) await insertIncident(tx, streamId, line);
    return stream.organizationId;
  });
  if (!organizationId) return false;
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
  return true;
}
