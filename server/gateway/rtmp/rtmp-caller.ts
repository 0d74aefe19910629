import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { problemWords } from '@/lib/contracts/catalogue/catalogue';
import { rtmpHandOver } from '@/lib/contracts/worker-protocol';
import { type RtmpPublish, RtmpSession } from '@/lib/core/rtmp/rtmp-session';
import { TokenBucket } from '@/lib/core/token-bucket';
import { log } from '@/lib/platform/log';
import type { LimitedLog } from '../limits/limited-log';
import { type SrtAdmission, type SrtRefusal, srtRefusals } from '../refusals/srt-refusal';
import type { SrtRoute } from '../srt/srt-route';
import type { CheckedConnection } from '../srt-router/foreign-connections';
import type { SrtStreamId } from '../srt-router/protocol/srt-stream-id';
import { rtmpKeys } from './rtmp-keys';

/** From the connection to `publish`. */
const publishWithinMs = 10_000;
/** Handshake, commands, and media that an encoder sends before it has an answer. */
const maxBytesBefore = 32 * 1024;
/** TCP may wait for minutes for a caller whose network is gone. */
const idleAfterMs = 15_000;
/** Time for the last words to the encoder. */
const farewellMs = 1_000;
const workerTries = 20;
const workerRetryMs = 100;
/** Room above the limit of a camera, so that the worker sees the excess and names it. */
const headroom = 1.25;
const bytesPerKilobit = 125;

export interface RtmpCallerOptions {
  socket: Socket;
  address: string;
  maxBitrateKbps: number;
  admit(named: SrtStreamId): Promise<SrtAdmission>;
  onRefusal(refusal: SrtRefusal, streamId: string | null): void;
  onPublishing(record: CheckedConnection): void;
  /** @param record null where it has not published */
  onEnded(record: CheckedConnection | null): void;
  log: LimitedLog;
}

/** One RTMP encoder: read until its key is known, then joined to the worker of its stream. */
export class RtmpCaller {
  readonly address: string;
  readonly port: number;
  /** Null until it publishes. */
  route: SrtRoute | null = null;
  readonly #options: RtmpCallerOptions;
  readonly #socket: Socket;
  readonly #session: RtmpSession;
  readonly #budget: TokenBucket;
  /** All that the encoder has sent, for the worker to read again. */
  #read: Buffer[] = [];
  #readBytes = 0;
  #worker: Socket | null = null;
  readonly #timer: NodeJS.Timeout;

  constructor(options: RtmpCallerOptions) {
    this.#options = options;
    const { socket, address, maxBitrateKbps } = options;
    this.#socket = socket;
    this.address = address;
    this.port = socket.remotePort ?? 0;
    const perSecond = headroom * maxBitrateKbps * bytesPerKilobit;
    this.#budget = new TokenBucket({ perSecond, burst: perSecond }, performance.now());
    this.#session = new RtmpSession({
      maxMessageBytes: maxBytesBefore,
      send: (bytes) => socket.write(bytes),
      onPublish: (publish) => {
        socket.pause();
        this.#publish(publish).catch((error: unknown) => {
          options.log.error({ err: error }, 'rtmp: cannot connect a caller');
          this.end('a fault');
        });
      },
      onMedia: () => undefined,
      onUnpublish: () => undefined,
    });
    this.#timer = setTimeout(() => this.end('it does not publish'), publishWithinMs);
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('error', () => undefined);
    socket.once('end', () => this.end('the caller left'));
    socket.once('close', () => {
      clearTimeout(this.#timer);
      this.#worker?.end();
      options.onEnded(this.#record);
    });
  }

  /** Ends the connection, and the worker's. @param reason for the log */
  end(reason: string): void {
    if (this.#socket.destroyed) return;
    if (this.route) log.info({ streamId: this.route.streamId, reason }, 'rtmp: disconnected');
    else this.#options.log.warn({ remoteAddress: this.address, reason }, 'rtmp: a caller was disconnected');
    this.#socket.end();
    this.#socket.destroySoon();
  }

  /**
   * Ends the connection of a gateway that stops: the worker hears it first, and asks the encoder to connect again.
   * @param reason for the log
   */
  leave(reason: string): void {
    this.#worker?.end();
    if (this.#worker) setTimeout(() => this.end(reason), farewellMs).unref();
    else this.end(reason);
  }

  get #record(): CheckedConnection | null {
    const { route, address, port } = this;
    return route && Object.assign({ direction: 'ingest', caller: { address, port, socketId: 0 } } as const, route);
  }

  #receive(bytes: Buffer): void {
    if (this.#worker) {
      this.#forward(this.#worker, bytes);
      return;
    }
    this.#read.push(bytes);
    this.#readBytes += bytes.length;
    if (this.#socket.isPaused()) return;
    if (this.#readBytes > maxBytesBefore) {
      this.end('it sends too much before it publishes');
      return;
    }
    try {
      this.#session.addBytes(bytes);
    } catch (error) {
      // The worker judges the bytes after `publish`.
      if (this.#socket.isPaused()) return;
      this.#options.log.warn({ err: error, remoteAddress: this.address }, 'rtmp: a caller speaks no RTMP');
      this.end('it speaks no RTMP');
    }
  }

  /** TCP slows the encoder down where the worker, or its budget, does not keep up. */
  #forward(worker: Socket, bytes: Buffer): void {
    const waitMs = this.#budget.spend(performance.now(), bytes.length);
    const isFull = !worker.write(bytes);
    if (!isFull && waitMs === 0) return;
    this.#socket.pause();
    const drained = isFull ? new Promise((resolve) => worker.once('drain', resolve)) : null;
    void Promise.all([drained, sleep(waitMs)]).then(() => this.#socket.resume());
  }

  async #publish({ app, tcUrl, name }: RtmpPublish): Promise<void> {
    const named = rtmpKeys(name, app, tcUrl);
    if (!named) return this.#refuse('no_rtmp_key', null);
    const admission = await this.#options.admit(named).catch((error: unknown): SrtAdmission => {
      this.#options.log.warn({ err: error }, 'rtmp: cannot decide an admission');
      return { kind: 'refuse', refusal: 'unavailable', streamId: null };
    });
    if (this.#socket.destroyed) return;
    if (admission.kind === 'refuse') return this.#refuse(admission.refusal, admission.streamId);
    const { streamId, workerId, host, port, keyHash } = admission;
    const answer = await callWorker(host, port);
    if (answer === 'busy') return this.#refuse('busy', streamId);
    if (answer === null) return this.#refuse('not_ready', streamId);
    if (this.#socket.destroyed) {
      answer.destroy();
      return;
    }
    clearTimeout(this.#timer);
    this.route = { streamId, workerId, host, port, keyHash };
    log.info({ streamId, workerId, remoteAddress: this.address }, 'rtmp: connected');
    this.#join(answer);
  }

  #join(worker: Socket): void {
    const record = this.#record;
    if (record) this.#options.onPublishing(record);
    worker.write(Buffer.concat(this.#read));
    this.#read = [];
    this.#worker = worker;
    worker.on('data', (bytes) => this.#socket.write(bytes));
    worker.on('error', () => undefined);
    worker.once('close', () => this.end('the worker left'));
    worker.resume();
    this.#socket.setTimeout(idleAfterMs, () => this.end('the caller is silent'));
    this.#socket.resume();
  }

  #refuse(refusal: SrtRefusal, streamId: string | null): void {
    this.#options.onRefusal(refusal, streamId);
    this.#session.refuse(sentenceFor(refusal));
    this.#read = [];
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), farewellMs).unref();
  }
}

/** The card's sentence; encoders show it in their log. */
function sentenceFor(refusal: SrtRefusal): string {
  const row = srtRefusals[refusal];
  const words = 'problem' in row ? problemWords({ code: row.problem, figures: {} }) : null;
  return words?.sentence ?? 'The server cannot take this camera at the moment.';
}

/**
 * Connects to a worker, which may be about to listen.
 * @returns the paused connection on which RTMP follows; `busy` where another encoder sends; null where nobody answers
 */
async function callWorker(host: string, port: number): Promise<Socket | 'busy' | null> {
  for (let tries = 0; tries < workerTries; tries++) {
    const found = await tryWorker(host, port);
    if (found) return found;
    await sleep(workerRetryMs);
  }
  return null;
}

function tryWorker(host: string, port: number): Promise<Socket | 'busy' | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    const giveUp = () => resolve(null);
    socket.once('error', giveUp);
    socket.once('close', giveUp);
    const onReadable = () => {
      const first: unknown = socket.read(rtmpHandOver.taken.length);
      if (!Buffer.isBuffer(first)) return;
      socket.off('readable', onReadable);
      socket.off('error', giveUp);
      socket.off('close', giveUp);
      socket.on('error', () => undefined);
      if (first.toString() === rtmpHandOver.taken) return resolve(socket);
      socket.destroy();
      resolve('busy');
    };
    socket.on('readable', onReadable);
  });
}
