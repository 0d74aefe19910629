import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import { backoffMs } from '@/lib/core/backoff';
import type { Bus } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';
import { applyStreamTransition } from '@/lib/streams/state/apply-stream-transition';
import { isWanted } from '@/lib/streams/state/stream-state';
import { Doctor } from '../doctor/doctor';
import type { EncoderRefusal } from '../doctor/facts';
import type { WorkerDriver, WorkerHandle } from '../drivers/worker-driver';
import { publishSamples } from '../metrics/publish-samples';
import { StreamVitals } from '../metrics/stream-vitals';
import type { EncoderLink } from '../srt-router/srt-link';
import { claimStreams } from '../store/claim-streams';
import { findSampleTotals } from '../store/find-sample-totals';
import type { LeasedStream } from '../store/leased-stream';
import { recordFindings } from '../store/record-findings';
import { recordMedia } from '../store/record-media';
import { recordPod } from '../store/record-pod';
import { recordRefusalFindings } from '../store/record-refusal-findings';
import { recordSamples } from '../store/record-samples';
import { recordSignal } from '../store/record-signal';
import { releaseLeases } from '../store/release-leases';
import { renewLeases } from '../store/renew-leases';
import { type Action, type PlanLimits, plan, type Supervised, type SupervisedWorker } from './plan';
import { Signal } from './signal';

const intervalMs = 1_000;
const newsGapMs = 10;
const leaseTtlMs = 5_000;
const databaseRetry = { firstMs: 200, capMs: 2_000 };
const restart = { firstMs: 100, capMs: 5_000 };
/** A worker that was ready for this long had not failed to start; the count of failures begins anew. */
const soundAfterMs = 10_000;

export interface RunningWorker extends SupervisedWorker {
  handle: WorkerHandle;
  gatewayToken: string;
  readyAtMs: number | null;
  vitals: StreamVitals;
  /** Why the supervisor killed it. */
  killReason: string | null;
}

interface SupervisedStream extends Supervised {
  stream: LeasedStream;
  worker: RunningWorker | null;
  vitals: StreamVitals;
  doctor: Doctor;
}

export interface SupervisorOptions {
  gatewayId: string;
  driver: WorkerDriver;
  bus: Bus;
  livekitUrl: string;
  srtLatencyMs: number;
  /** Where workers reach this gateway. */
  gatewayUrl: string;
  /** What happened on the links of held streams' encoders since the last call, by stream. */
  readLinks(): Promise<Map<string, EncoderLink>>;
  /** Nobody may stay connected to this stream: its worker is gone or about to go. */
  onStreamClosed(streamId: string): void;
  limits?: PlanLimits;
}

/**
 * Makes the workers match what Postgres says: leases streams, starts and stops their workers, restarts what dies, and
 * writes what came of it. Looks every second, and at once when the bus or a worker has news. While Postgres is away
 * it goes on with what it knew.
 */
export class Supervisor {
  private readonly supervised = new Map<string, SupervisedStream>();
  private streams: LeasedStream[] = [];
  private readonly wakeup = new Signal();
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;
  private unsubscribe: (() => Promise<void>) | null = null;
  private lastToldAtMs = 0;

  constructor(private readonly options: SupervisorOptions) {}

  /** @throws if Postgres cannot be reached */
  async start(): Promise<void> {
    const look = () => this.wakeup.notify();
    this.unsubscribe = await this.options.bus.subscribe({
      onMessage: ({ type }) => {
        if (type === 'stream_upsert' || type === 'stream_remove') look();
      },
      onResync: look,
    });
    this.running = this.run();
  }

  /** Ends all workers and gives the leases back, so that another gateway can go on. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wakeup.notify();
    await this.running;
    const ends = [...this.supervised.values()].flatMap(({ stream, worker }) => {
      if (!worker) return [];
      this.stopWorker(stream.id, worker);
      return [worker.handle.ended];
    });
    await Promise.all([...ends, this.options.driver.close()]);
    await releaseLeases(this.options.gatewayId).catch((error: unknown) =>
      log.warn({ err: error }, 'supervisor: leases are not given back and will run out'),
    );
    await this.unsubscribe?.();
  }

  /** The stream of this key, if this gateway holds its lease, with its worker if that is ready to receive. */
  findByKey(streamKey: string): { stream: LeasedStream; ready: RunningWorker | null } | null {
    const stream = this.streams.find((candidate) => candidate.streamKey === streamKey);
    if (!stream) return null;
    const worker = this.supervised.get(stream.id)?.worker;
    const isReady = worker?.notReadySinceMs === null && !worker.stopping && worker.generation === stream.generation;
    return { stream, ready: isReady ? worker : null };
  }

  /** Whether this gateway holds the lease of a stream. */
  holds(streamId: string): boolean {
    return this.streams.some(({ id }) => id === streamId);
  }

  /** The running worker of a stream and what it is for. */
  findWorker(streamId: string): { stream: LeasedStream; worker: RunningWorker } | null {
    const known = this.supervised.get(streamId);
    return known?.worker ? { stream: known.stream, worker: known.worker } : null;
  }

  /** The latest facts of a stream that this gateway runs; null of any other. */
  findVitals(streamId: string): StreamVitals | null {
    return this.supervised.get(streamId)?.vitals ?? null;
  }

  /** An encoder was refused: the users of the stream hear of it, also where the stream is off. */
  noteRefusal(streamId: string, refusal: EncoderRefusal): void {
    const nowMs = Date.now();
    const supervised = this.supervised.get(streamId);
    const doctor = supervised?.doctor ?? new Doctor();
    doctor.noteRefusal(refusal, nowMs);
    if (supervised) return;
    recordRefusalFindings(streamId, doctor.examine({ report: null, link: null }, nowMs)).catch((error: unknown) =>
      log.warn({ err: error, streamId, refusal }, 'supervisor: a refusal is not shown'),
    );
  }

  /** Takes a report of a worker that {@link findWorker} gave. */
  takeReport(worker: RunningWorker, report: WorkerReport): void {
    const nowMs = performance.now();
    worker.lastReportAtMs = nowMs;
    const isNews =
      report.ready === (worker.notReadySinceMs !== null) ||
      report.signal !== worker.signal ||
      !isDeepStrictEqual(report.media, worker.media);
    if (report.ready) {
      worker.readyAtMs ??= nowMs;
      worker.notReadySinceMs = null;
    } else {
      worker.readyAtMs = null;
      worker.notReadySinceMs ??= nowMs;
    }
    worker.signal = report.signal;
    worker.media = report.media;
    worker.vitals.takeReport(report);
    if (isNews) this.wakeup.notify();
  }

  private async run(): Promise<void> {
    for (let outages = 0; !this.stopping.signal.aborted; ) {
      const isFresh = await this.readStreams();
      if (isFresh && outages > 0) log.info('supervisor: Postgres is back');
      outages = isFresh ? 0 : outages + 1;
      await this.act(isFresh);
      if (isFresh) await this.tell();
      await this.wakeup.wait(isFresh ? intervalMs : backoffMs(outages - 1, databaseRetry));
      // Much news at once is one look.
      await sleep(newsGapMs);
    }
  }

  /** @returns false where Postgres did not answer and the streams are those of before */
  private async readStreams(): Promise<boolean> {
    const { gatewayId } = this.options;
    try {
      const claimed = await claimStreams(gatewayId, leaseTtlMs);
      for (const { id } of claimed) log.info({ streamId: id }, 'supervisor: took a stream');
      this.streams = await renewLeases(gatewayId, leaseTtlMs);
      return true;
    } catch (error) {
      log.warn({ err: error }, 'supervisor: no answer from Postgres; going on with what is known');
      return false;
    }
  }

  private async act(isFresh: boolean): Promise<void> {
    for (const stream of this.streams) {
      const known = this.supervised.get(stream.id);
      if (!known) continue;
      if (known.stream.generation !== stream.generation) {
        Object.assign(known, noFailures, { vitals: new StreamVitals(), doctor: new Doctor() });
      }
      if (known.stream.streamKey !== stream.streamKey) this.options.onStreamClosed(stream.id);
      known.stream = stream;
    }
    const leased = new Map(this.streams.map((stream) => [stream.id, stream]));
    const ids = new Set([...leased.keys(), ...this.supervised.keys()]);
    await Promise.all(
      [...ids].map(async (id) => {
        const stream = leased.get(id) ?? null;
        const known = this.supervised.get(id);
        await this.perform(id, stream, plan(stream, known, performance.now(), this.options.limits), isFresh);
        if (!stream && !known?.worker) this.supervised.delete(id);
      }),
    );
  }

  private async perform(id: string, stream: LeasedStream | null, actions: Action[], isFresh: boolean): Promise<void> {
    for (const action of actions) {
      // Without Postgres there is nothing to write to; the plan will say it again.
      if (!isFresh && /^(mark|record)_/.test(action.type)) continue;
      try {
        await this.performOne(id, stream, action);
      } catch (error) {
        log.warn({ err: error, streamId: id, action: action.type }, 'supervisor: will try again');
        return;
      }
    }
  }

  private async performOne(streamId: string, stream: LeasedStream | null, action: Action): Promise<void> {
    const worker = this.supervised.get(streamId)?.worker;
    if (action.type === 'stop_worker') {
      if (worker) this.stopWorker(streamId, worker);
    } else if (action.type === 'kill_worker') {
      if (!worker) return;
      worker.killReason = action.reason;
      worker.handle.kill();
    } else if (!stream) {
      return;
    } else if (action.type === 'start_worker') {
      await this.startWorker(stream);
    } else if (action.type === 'record_signal') {
      if (worker) await recordSignal(streamId, { ...this.fence(stream), signal: worker.signal });
    } else if (action.type === 'record_media') {
      if (worker) await recordMedia(streamId, { ...this.fence(stream), media: worker.media });
    } else {
      const pod = worker && rowOf(worker.handle);
      await applyStreamTransition(streamId, eventByAction[action.type], {
        where: { leaseOwner: this.options.gatewayId, generation: stream.generation },
        data: action.type === 'mark_ready' ? { ...pod, startedAt: new Date() } : undefined,
        reason: 'reason' in action ? action.reason : undefined,
      });
    }
  }

  private fence({ generation }: LeasedStream) {
    return { gatewayId: this.options.gatewayId, generation };
  }

  private async startWorker(stream: LeasedStream): Promise<void> {
    const { id: streamId, generation, participantIdentity, passphrase } = stream;
    const known = this.supervised.get(streamId) ?? {
      ...{ stream, worker: null, ...noFailures },
      vitals: new StreamVitals(await findSampleTotals(streamId)),
      doctor: new Doctor(),
    };
    this.supervised.set(streamId, known);
    // Connections that lead to a former worker, through this gateway's former life for one, lead nowhere.
    this.options.onStreamClosed(streamId);
    const gatewayToken = randomBytes(32).toString('base64url');
    const { driver, gatewayUrl, livekitUrl, srtLatencyMs } = this.options;
    const handle = await driver.start({
      ...{ streamId, generation, participantIdentity, passphrase, srtLatencyMs, livekitUrl, gatewayUrl, gatewayToken },
    });
    const nowMs = performance.now();
    const worker: RunningWorker = {
      ...{ handle, gatewayToken, generation, notReadySinceMs: nowMs, lastReportAtMs: nowMs, readyAtMs: null },
      ...{ signal: 'none', media: null, vitals: known.vitals, stopping: false, killReason: null },
    };
    known.worker = worker;
    void handle.ended.then((how) => this.onWorkerEnded(known, worker, how));
    log.info({ streamId, generation, podName: handle.podName, podIp: handle.podIp }, 'supervisor: worker started');
    await recordPod(streamId, { ...this.fence(stream), ...rowOf(handle) });
  }

  private stopWorker(streamId: string, worker: RunningWorker): void {
    worker.stopping = true;
    this.options.onStreamClosed(streamId);
    worker.handle.stop();
  }

  private onWorkerEnded(known: SupervisedStream, worker: RunningWorker, how: string): void {
    const streamId = known.stream.id;
    known.worker = null;
    worker.vitals.workerEnded();
    this.options.onStreamClosed(streamId);
    if (worker.stopping) {
      log.info({ streamId, how }, 'supervisor: worker stopped');
    } else {
      const nowMs = performance.now();
      const wasSound = worker.readyAtMs !== null && nowMs - worker.readyAtMs > soundAfterMs;
      known.failures = wasSound ? 1 : known.failures + 1;
      known.lastFailure = worker.killReason ?? how;
      const waitMs = wasSound ? 0 : backoffMs(known.failures - 1, restart);
      known.retryAtMs = nowMs + waitMs;
      setTimeout(() => this.wakeup.notify(), waitMs).unref();
      log.warn({ streamId, how: known.lastFailure, failures: known.failures, waitMs }, 'supervisor: worker lost');
    }
    this.wakeup.notify();
  }

  /** Once a second, what there is to say of the streams. */
  private async tell(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.lastToldAtMs < intervalMs) return;
    this.lastToldAtMs = nowMs;
    await this.writeSamples();
    await this.writeFindings();
  }

  private async writeSamples(): Promise<void> {
    const links = await this.options.readLinks();
    const samples = [...this.supervised.values()].flatMap(
      ({ stream, vitals }) => vitals.takeSample(stream.id, links.get(stream.id) ?? null) ?? [],
    );
    try {
      await publishSamples(this.options.bus, await recordSamples(samples));
    } catch (error) {
      log.warn({ err: error, count: samples.length }, 'supervisor: samples lost');
    }
  }

  private async writeFindings(): Promise<void> {
    const nowMs = Date.now();
    const examined = [...this.supervised.values()].flatMap(({ stream, vitals, doctor }) =>
      isWanted(stream.status) ? [{ stream, findings: doctor.examine(vitals, nowMs) }] : [],
    );
    const changed = examined.filter(({ stream, findings }) => !isDeepStrictEqual(findings, stream.findings));
    await Promise.all(
      changed.map(({ stream, findings }) =>
        recordFindings(stream.id, { ...this.fence(stream), findings }).catch((error: unknown) =>
          log.warn({ err: error, streamId: stream.id }, 'supervisor: findings are not recorded; will try again'),
        ),
      ),
    );
  }
}

const rowOf = ({ podName, podIp, inputPort, outputPort }: WorkerHandle) => ({
  podName,
  podIp,
  workerInputPort: inputPort,
  workerOutputPort: outputPort,
});

const noFailures = { failures: 0, lastFailure: '', retryAtMs: 0 };

const eventByAction = {
  mark_claimed: 'claimed',
  mark_ready: 'worker_ready',
  mark_lost: 'worker_lost',
  mark_failed: 'worker_failed',
  mark_stopped: 'worker_stopped',
} as const;
