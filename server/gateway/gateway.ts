import path from 'node:path';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { readInstallation } from '@/lib/platform/db/installation';
import { resealSecrets } from '@/lib/platform/db/reseal-secrets';
import type { GatewayEnv } from '@/lib/platform/env/gateway-env';
import { log } from '@/lib/platform/log';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { productVersion } from '@/lib/platform/process/product-version';
import type { AnswerScrape } from '@/lib/platform/prometheus/answer-scrape';
import { openRecordingBucket } from '@/lib/platform/storage/open-recording-storage';
import { FindingPublisher } from './diagnosis/finding-publisher';
import { openKubernetesDriver } from './drivers/kubernetes/open-kubernetes-driver';
import { gatewayJobs } from './gateway-jobs';
import {
  buildStreams,
  cameraLimitsOf,
  findAdmissible,
  type GatewayStreams,
  workerProcessOptions,
} from './gateway-streams';
import { SamplePublisher } from './metrics/sample-publisher';
import { openGatewayMetrics } from './prometheus/gateway-metrics';
import { PullTries } from './pull-tries/pull-tries';
import { openUploads } from './recordings/uploads';
import { RtmpDoor } from './rtmp/rtmp-door';
import { GatewayRouter } from './srt-router/gateway-router';
import { openWorkerApi, type WorkerApi } from './worker-api/worker-api';
import { makeWorkerTokens, type WorkerTokens } from './worker-control/worker-control';

/** A gateway: the public ports of cameras and players, and the workers of the streams that it leases. */
export class Gateway {
  readonly #settings: GatewayEnv;
  /** The work that repeats itself; it stops before the doors close. */
  readonly #loops: { start(): void; stop(): Promise<void> }[] = [];
  /** Null until it is there: the API answers workers and probes before. */
  #streams: GatewayStreams | null = null;
  #router: GatewayRouter | null = null;
  #rtmp: RtmpDoor | null = null;
  #pullTries: PullTries | null = null;
  #api: WorkerApi | null = null;
  #answerScrape: AnswerScrape | null = null;

  constructor(settings: GatewayEnv) {
    this.#settings = settings;
  }

  /** @throws AppError with one sentence where it cannot run */
  async start(): Promise<void> {
    const { GATEWAY_ID: gatewayId, GATEWAY_HOST: host } = this.#settings;
    const { identity, pausedAt } = await readInstallation();
    if (pausedAt)
      log.warn({ pausedAt }, 'gateway: this installation was restored, and neither records nor deletes recordings');
    await resealSecrets();
    const workerTokens = makeWorkerTokens(identity);
    const api = await this.#openApi(workerTokens);
    const streams = await this.#buildStreams(identity, { gatewayUrl: api.url, workerTokens });
    const router = await this.#openRouter(streams);
    const rtmp = await this.#openRtmp(streams, router);
    await router.restore();
    await streams.reconciler.start();
    await streams.programs.start();
    await streams.replays.start();
    await this.#startLoops(streams, router);
    const { ingestPort, viewPort } = router;
    const ports = { ingestPort, viewPort, rtmpPort: rtmp.port };
    log.info({ version: productVersion(), gatewayId, host, ...ports, api: api.url }, 'gateway: ready');
  }

  /** Ends its work, then its workers' and callers' connections. */
  async stop(): Promise<void> {
    // Before the workers end: each asks its encoder to connect again.
    await this.#rtmp?.close();
    await this.#streams?.programs.stop();
    await this.#streams?.replays.stop();
    await Promise.all([
      this.#pullTries?.stop(),
      this.#streams?.reconciler.stop(),
      ...this.#loops.map((loop) => loop.stop()),
    ]);
    await Promise.all([this.#router?.close(), this.#api?.close(), this.#streams?.leaseStore.close()]);
  }

  async #openApi(workerTokens: WorkerTokens): Promise<WorkerApi> {
    this.#api = await openWorkerApi({
      host: this.#settings.GATEWAY_API_HOST,
      port: this.#settings.GATEWAY_API_PORT,
      workerTokens,
      reports: () => this.#streams?.reports ?? null,
      readHealth: async () => ({ status: 'ok', ...(await this.#router?.readHealth()) }),
      scrapes: () => this.#answerScrape,
    });
    return this.#api;
  }

  async #buildStreams(
    identity: string,
    { gatewayUrl, workerTokens }: { gatewayUrl: string; workerTokens: WorkerTokens },
  ): Promise<GatewayStreams> {
    const { WORKER_DRIVER, GATEWAY_API_URL } = this.#settings;
    this.#streams = buildStreams(
      this.#settings,
      { gatewayUrl: GATEWAY_API_URL ?? gatewayUrl, workerTokens },
      WORKER_DRIVER === 'kubernetes' ? await openKubernetesDriver(this.#settings, identity) : null,
      (streamId, keyHash) => {
        this.#router?.closeStream(streamId, keyHash);
        this.#rtmp?.closeStream(streamId, keyHash);
      },
    );
    return this.#streams;
  }

  async #openRouter({ registry, leases }: GatewayStreams): Promise<GatewayRouter> {
    this.#router = await GatewayRouter.open({
      gatewayId: this.#settings.GATEWAY_ID,
      host: this.#settings.GATEWAY_HOST,
      ingestPort: this.#settings.SRT_INGEST_PORT,
      viewPort: this.#settings.SRT_VIEW_PORT,
      maxBitrateKbps: this.#settings.CAMERA_MAX_BITRATE_KBPS,
      bus: openBus(),
      held: {
        findByKey: (key) => findAdmissible(registry, key),
        has: (streamId) => registry.get(streamId)?.isHeld ?? false,
      },
      isGatewayAlive: (otherId) => leases.isLiving(otherId),
      onEncoderRefused: (streamId, refusal) =>
        streamId ? registry.noteRefusal(streamId, refusal) : registry.noteUnnamedRefusal(refusal),
      onDied: (error) => {
        log.fatal({ err: error }, 'gateway: the SRT router has died');
        exitWithMessage(
          new AppError('unavailable', 'The SRT router has died, and the gateway ends with it; start it again.'),
        );
      },
    });
    return this.#router;
  }

  async #openRtmp({ registry }: GatewayStreams, router: GatewayRouter): Promise<RtmpDoor> {
    this.#rtmp = await RtmpDoor.open({
      host: this.#settings.GATEWAY_HOST,
      port: this.#settings.RTMP_PORT,
      certificateFolder: this.#settings.RTMPS_FOLDER,
      maxBitrateKbps: this.#settings.CAMERA_MAX_BITRATE_KBPS,
      admit: (named) => router.admitRtmp(named),
      isHeld: (streamId) => registry.get(streamId)?.isHeld ?? false,
      onRefusal: (refusal, streamId, remoteAddress) =>
        router.recordRefusal({ direction: 'ingest', refusal, streamId, remoteAddress }),
    });
    return this.#rtmp;
  }

  async #startLoops(streams: GatewayStreams, router: GatewayRouter): Promise<void> {
    const { GATEWAY_ID: gatewayId, RECORDINGS_DIR, METRICS_TOKEN, GATEWAY_MAX_STREAMS } = this.#settings;
    const { registry } = streams;
    this.#pullTries = new PullTries({
      ...workerProcessOptions(this.#settings),
      limits: cameraLimitsOf(this.#settings),
    });
    await this.#pullTries.start();
    const bucket = openRecordingBucket();
    const recordingsDir = RECORDINGS_DIR && path.resolve(RECORDINGS_DIR);
    const uploads = recordingsDir && bucket ? await openUploads(recordingsDir, bucket) : null;
    const loops = [
      new SamplePublisher({ gatewayId, bus: openBus(), streams: registry, readLinks: () => router.readLinks() }),
      new FindingPublisher({ gatewayId, streams: registry }),
      ...(uploads?.jobs ?? []),
      ...gatewayJobs({ gatewayId, streams, router, recordingsDir, bucket }),
    ];
    for (const loop of loops) {
      this.#loops.push(loop);
      loop.start();
    }
    if (METRICS_TOKEN) {
      this.#answerScrape = openGatewayMetrics({
        token: METRICS_TOKEN,
        bus: openBus(),
        streams,
        maxStreams: GATEWAY_MAX_STREAMS,
        readRouterHealth: () => router.readHealth(),
        recordings: { directory: recordingsDir, readUploads: () => uploads?.uploader.states ?? null },
      });
    }
  }
}
