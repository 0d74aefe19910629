import { unwatchFile, watchFile } from 'node:fs';
import path from 'node:path';
import { AppError } from '@/lib/core/errors';
import { urlHost } from '@/lib/core/url-host';
import { untilDatabaseAnswers } from '@/lib/platform/db/postgres-connection';
import type { AllInOneEnv } from '@/lib/platform/env/all-in-one-env';
import { programEnv } from '@/lib/platform/env/program-env';
import { log } from '@/lib/platform/log';
import type { Child, ChildPriority } from './child';
import { claimDataDir, runsOn } from './data-dir';
import { httpsFolder, installationOf, programSettings, requireRunningInstallation } from './installation';
import { type KeptRunning, keepRunning, type StopSettings } from './keep-running';
import { endLeftOverWorkers } from './left-over-workers';
import { endLeftOverLivekit, livekitKeys, livekitPorts, livekitStop, localLivekit, startLivekit } from './livekit';
import { programFile, runNodeProgram, startNodeProgram } from './node-program';
import { type PortClaim, requireFreePorts } from './ports';
import { endLeftOverPostgres, localPostgres, postgresStop, startPostgres } from './postgres';
import { provideDatabase } from './product-database';
import { followNames } from './provide-certificate';
import { type LocalSecrets, loadSecrets, noteSecretsUsed, secretsFile } from './secrets';

/** How soon a run notices that `npm run rotate-secrets` has changed its secrets. */
const secretsCheckMs = 1_000;

const programStop: StopSettings = { signal: 'SIGTERM', timeoutMs: 12_000 };
/** Its workers go on, and its successor takes them over. */
const replacedGateway: StopSettings = { signal: 'SIGUSR2', timeoutMs: 5_000 };

/** The programs that have the secrets, and that development restarts. */
export const restartable = ['gateway', 'web', 'exporter'] as const;
type RestartableProgram = (typeof restartable)[number];

const priorities: Record<RestartableProgram | 'tally-agent', ChildPriority> = {
  gateway: 'live',
  web: 'pages',
  exporter: 'files',
  'tally-agent': 'pages',
};

/**
 * Everything that an installation on one machine runs. It starts Postgres and LiveKit unless the settings name others, runs
 * migrate to its end, then starts the other programs. Programs that end unexpectedly are started again.
 */
export class InstallationRun {
  readonly #settings: AllInOneEnv;
  readonly #dataDir: string;
  readonly #workerStateDir: string;
  readonly #stopping = new AbortController();
  /** The steps of the stop; the last one comes first. */
  readonly #undo: (() => Promise<void>)[] = [];
  /** The processes by name, from the moment in which they are being started. */
  readonly #kept = new Map<string, Promise<KeptRunning>>();
  /** Those that processes are started with, from now on. */
  #secrets!: LocalSecrets;
  #started: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(settings: AllInOneEnv) {
    this.#settings = settings;
    this.#dataDir = installationOf(settings).dataDir;
    this.#workerStateDir = path.join(this.#dataDir, 'workers');
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /**
   * Settles when everything runs. Call {@link InstallationRun.stop} also where it fails.
   * @throws AppError with one sentence where something cannot be started
   */
  start(): Promise<void> {
    this.#started = this.#start();
    return this.#started;
  }

  /** Breaks off a start that is under way, and ends everything in the opposite order. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  /** Restarts a program with the current files of dist/ and the current secrets, if it has been started. */
  async restart(name: string, how?: StopSettings): Promise<void> {
    const process = await this.#kept.get(name);
    if (!this.isStopping) await process?.restart(how);
  }

  async #start(): Promise<void> {
    await this.#claim();
    await this.#endLeftOvers();
    await requireFreePorts(this.#ports());
    await together(this.#provideDatabase(), this.#provideLivekit());
    // A gateway that is dead when the end comes, or has been killed, has left its workers behind.
    this.#undo.push(() => this.#endWorkers());
    await this.#serveHttps();
    await together(
      this.#runProgram('gateway', { WORKER_STATE_DIR: this.#workerStateDir }),
      this.#runProgram('web'),
      this.#runProgram('exporter'),
    );
    await noteSecretsUsed(this.#dataDir);
    this.#followSecrets();
    await this.#runTallyAgent();
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    await this.#started?.catch(() => undefined);
    for (const step of this.#undo.reverse()) await step();
  }

  async #claim(): Promise<void> {
    // A second run on the folder is refused by the claim.
    if (!(await runsOn(this.#dataDir))) await requireRunningInstallation(this.#settings);
    const { database } = installationOf(this.#settings);
    this.#undo.push(await claimDataDir(this.#dataDir, database, this.#settings.HTTPS_PORT));
    this.#secrets = await loadSecrets(this.#dataDir);
  }

  async #endLeftOvers(): Promise<void> {
    await this.#endWorkers();
    await endLeftOverPostgres(path.join(this.#dataDir, 'postgres'));
    await endLeftOverLivekit(path.join(this.#dataDir, 'livekit'));
  }

  #endWorkers(): Promise<void> {
    return endLeftOverWorkers(this.#workerStateDir, programFile('worker'));
  }

  #ports(): PortClaim[] {
    const { HOST, PORT, HTTPS_PORT, GATEWAY_HOST, SRT_INGEST_PORT, SRT_VIEW_PORT, RTMP_PORT } = this.#settings;
    const { DATABASE_URL, POSTGRES_PORT, LIVEKIT_URL } = this.#settings;
    const postgresPort = DATABASE_URL ? undefined : POSTGRES_PORT;
    return [
      { protocol: 'TCP', host: HOST, port: PORT, variable: 'PORT' },
      { protocol: 'TCP', host: HOST, port: HTTPS_PORT, variable: 'HTTPS_PORT' },
      { protocol: 'UDP', host: GATEWAY_HOST, port: SRT_INGEST_PORT, variable: 'SRT_INGEST_PORT' },
      { protocol: 'UDP', host: GATEWAY_HOST, port: SRT_VIEW_PORT, variable: 'SRT_VIEW_PORT' },
      { protocol: 'TCP', host: GATEWAY_HOST, port: RTMP_PORT, variable: 'RTMP_PORT' },
      { protocol: 'TCP', host: '127.0.0.1', port: postgresPort, variable: 'POSTGRES_PORT' },
      ...(LIVEKIT_URL ? [] : livekitPorts(this.#settings)),
    ];
  }

  async #provideDatabase(): Promise<void> {
    const { DATABASE_URL, POSTGRES_PORT } = this.#settings;
    if (!DATABASE_URL) {
      const start = () => startPostgres(localPostgres(this.#settings, this.#dataDir, this.#secrets));
      await this.#keep('postgres', start, postgresStop);
      await provideDatabase(POSTGRES_PORT, this.#secrets);
    }
    const env = programEnv('migrate', this.#programSettings());
    await untilDatabaseAnswers(String(env.DATABASE_URL), this.#stopping.signal);
    this.#stopping.signal.throwIfAborted();
    await runNodeProgram(programFile('migrate'), env);
  }

  async #provideLivekit(): Promise<void> {
    const { LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = this.#settings;
    if (!LIVEKIT_URL) {
      const options = await localLivekit(this.#settings, this.#dataDir);
      const { signal: stopping } = this.#stopping;
      const start = () => startLivekit({ ...options, keys: livekitKeys(this.#programSettings()), stopping });
      await this.#keep('livekit', start, livekitStop);
    } else if (!LIVEKIT_API_KEY || !LIVEKIT_API_SECRET) {
      throw new AppError(
        'invalid_configuration',
        'LIVEKIT_URL names a LiveKit server, so LIVEKIT_API_KEY and LIVEKIT_API_SECRET must be set too.',
      );
    }
  }

  /** A certificate that is given stays as it is. */
  async #serveHttps(): Promise<void> {
    const { HTTPS_PORT, HTTPS_FOLDER } = this.#settings;
    if (HTTPS_PORT === undefined || HTTPS_FOLDER !== undefined) return;
    const following = await followNames(httpsFolder(this.#settings), this.#settings.PRODUCT_NAME);
    this.#undo.push(() => following.stop());
  }

  /** Runs one of our own programs. @param own settings of this program alone */
  #runProgram(name: RestartableProgram, own = {}): Promise<void> {
    const start = () => {
      // Nothing that would have to notice is in front of it.
      const env = programEnv(name, { DRAIN_SECONDS: '0', ...this.#programSettings(), ...own });
      return this.#startProgram(name, env);
    };
    return this.#keep(name, start, programStop);
  }

  /** Runs the agent for the switcher or displays in the settings, if any. The agent itself reports missing settings. */
  async #runTallyAgent(): Promise<void> {
    const { HOST, PORT, TALLY_SWITCHER, TALLY_DISPLAYS } = this.#settings;
    if (!TALLY_SWITCHER && !TALLY_DISPLAYS) return;
    const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : urlHost(HOST);
    const env = programEnv('tally-agent', { TALLY_SERVER: `http://${host}:${PORT}` });
    const start = () => this.#startProgram('tally-agent', env);
    await this.#keep('tally-agent', start, programStop);
  }

  #startProgram(name: RestartableProgram | 'tally-agent', env: NodeJS.ProcessEnv): Promise<Child> {
    const priority = priorities[name];
    return startNodeProgram({ file: programFile(name), env, priority, stopping: this.#stopping.signal });
  }

  #programSettings(): Record<string, string> {
    return programSettings(this.#settings, this.#secrets);
  }

  /** Starts a process, keeps it running, and has it stopped in the end. */
  async #keep(name: string, start: () => Promise<Child>, stop: StopSettings): Promise<void> {
    this.#stopping.signal.throwIfAborted();
    const keeping = keepRunning({ name, start, stop, stopping: this.#stopping.signal });
    this.#kept.set(name, keeping);
    const kept = await keeping;
    this.#undo.push(() => kept.stop());
  }

  /** Takes over the secrets that `npm run rotate-secrets` writes while this runs. */
  #followSecrets(): void {
    const file = secretsFile(this.#dataDir);
    let turn = Promise.resolve();
    watchFile(file, { interval: secretsCheckMs }, () => {
      turn = turn
        .then(() => this.#takeOverSecrets())
        .catch((error: unknown) =>
          log.error({ err: error }, 'secrets: could not be taken over; the next start does it'),
        );
    });
    this.#undo.push(async () => {
      unwatchFile(file);
      await turn;
    });
  }

  async #takeOverSecrets(): Promise<void> {
    const written = await loadSecrets(this.#dataDir);
    if (written.usedSince !== null || this.isStopping) return;
    log.info('secrets: taking over those of npm run rotate-secrets');
    const before = this.#secrets;
    this.#secrets = written;
    // It accepts the former key, too, by which the gateway signs until then.
    await this.restart('livekit');
    if (!this.#settings.DATABASE_URL) {
      await provideDatabase(this.#settings.POSTGRES_PORT, written).catch((error: unknown) => {
        this.#secrets = before;
        throw error;
      });
    }
    // Alone, so that encoders wait for it as short as can be.
    await this.restart('gateway', replacedGateway);
    await Promise.all([this.restart('web'), this.restart('exporter')]);
    if (this.isStopping) return;
    await noteSecretsUsed(this.#dataDir);
    log.info('secrets: taken over');
  }
}

/** Waits for all, also where one fails: what the others have started must be known when everything is stopped. */
async function together(...work: Promise<void>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}
