import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Ffmpeg, stopFfmpegs } from '../../support/camera/ffmpeg';
import { until } from '../../support/until';
import { startEncoder, startWorker, type WorkerProcess } from '../../support/worker/worker-process';

/** Somebody who uses the camera by an output. */
export interface Consumer {
  /** How much has arrived: only its growth says something. */
  received(): number;
  close(): Promise<void>;
}

export interface OutputUnderTest {
  name: string;
  /** Begins to use the camera; settles once it may. */
  join(worker: WorkerProcess): Promise<Consumer>;
  /** The pid of the output's own process; undefined where it has none. */
  findProcess?(worker: WorkerProcess): number;
}

const enough = 20;
const timeoutMs = 30_000;

/** The contract of a worker's outputs, tested with a real worker, camera and consumer. */
export function testOutput({ name, join, findProcess }: OutputUnderTest, others: OutputUnderTest[]): void {
  describe(name, () => {
    let worker: WorkerProcess;
    let encoder: Ffmpeg;
    const consumers: Consumer[] = [];

    beforeEach(async () => {
      worker = await startWorker();
      await worker.untilReport(({ ready }) => ready, 'ready');
      encoder = startEncoder(worker);
      await worker.untilReport(({ signal }) => signal === 'live', 'live');
    });

    afterEach(async () => {
      for (const consumer of consumers.splice(0)) await consumer.close();
      stopFfmpegs();
      await worker.stop();
    });

    const use = async (output: Pick<OutputUnderTest, 'join'>): Promise<Consumer> => {
      const consumer = await output.join(worker);
      consumers.push(consumer);
      return consumer;
    };
    const untilMore = (consumer: Consumer, what: string) => {
      const before = consumer.received();
      return until(`media arrives: ${what}`, () => consumer.received() > before + enough, { timeoutMs });
    };

    test('serves somebody who comes late', async () => {
      await sleep(3_000);
      await untilMore(await use({ join }), 'the camera at a late consumer');
    });

    test('outlasts the camera, and serves it again once it is back', async () => {
      const consumer = await use({ join });
      await untilMore(consumer, 'the camera');
      encoder.child.kill('SIGINT');
      await worker.untilReport(({ signal }) => signal === 'lost', 'lost');
      startEncoder(worker);
      await worker.untilReport(({ signal }) => signal === 'live', 'live again');
      await untilMore(consumer, 'the camera again');
    });

    test('ends within its time, and leaves no process', async () => {
      await untilMore(await use({ join }), 'the camera');
      const pid = findProcess?.(worker);
      worker.child.kill('SIGTERM');
      expect(await Promise.race([worker.ended, sleep(10_000)])).toBe('SIGTERM');
      if (pid !== undefined) await until('the output’s process has ended', () => !isAlive(pid), { timeoutMs });
    });

    test.runIf(findProcess)(
      'its process stops for ten seconds, and is killed: no other output and no sample notices',
      async () => {
        await untilMore(await use({ join }), 'the camera');
        const pid = findProcess?.(worker);
        if (pid === undefined) throw new Error('An output without a process');
        const consumersOfOthers = await Promise.all(others.map(use));
        for (const consumer of consumersOfOthers) await untilMore(consumer, 'the camera at another output');
        const reportCount = worker.reports.length;
        const droppedBefore = worker.reports.at(-1)?.sample?.droppedFrames;
        process.kill(pid, 'SIGSTOP');
        for (let second = 0; second < 10; second++) {
          const before = consumersOfOthers.map((consumer) => consumer.received());
          await sleep(1_000);
          // A busy machine is late with a second, and never with four.
          for (const [index, consumer] of consumersOfOthers.entries()) {
            await until(`media in second ${second}`, () => consumer.received() > (before[index] ?? 0), {
              timeoutMs: 3_000,
            });
          }
        }
        process.kill(pid, 'SIGKILL');
        for (const consumer of consumersOfOthers) await untilMore(consumer, 'the camera at another output');
        await untilMore(await use({ join }), 'the camera once its process is new');
        const samples = worker.reports.slice(reportCount).flatMap(({ sample }) => sample ?? []);
        expect(samples.at(-1)?.droppedFrames).toBe(droppedBefore);
        expect(worker.signals()).toEqual(['none', 'connecting', 'live']);
      },
    );
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
