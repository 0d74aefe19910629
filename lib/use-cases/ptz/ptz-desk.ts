import { isDeepStrictEqual } from 'node:util';
import { type PtzControl, ptzControlSchema, storedPtzSchema } from '@/lib/contracts/ptz';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import type { PtzCalibration } from '@/lib/core/ptz-centering';
import { TokenBuckets } from '@/lib/core/token-bucket';
import {
  type BusListener,
  type BusMessage,
  type PtzFailure,
  type PtzOrder,
  ptzFailureCodes,
} from '@/lib/platform/bus/bus';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { ptzLogins } from '@/lib/platform/db/sealed-columns';
import { log } from '@/lib/platform/log';
import { processWide } from '@/lib/platform/process-wide';
import { OnvifCamera } from '@/lib/platform/ptz/onvif-camera';
import type { CameraLogin } from '@/lib/platform/ptz/onvif-link';
import type { PtzCamera } from '@/lib/platform/ptz/ptz-camera';
import { PtzHand } from '@/lib/platform/ptz/ptz-hand';
import { ViscaPtz } from '@/lib/platform/ptz/visca-ptz';
import { findCameraAddress } from '@/lib/use-cases/streams/camera-address';

/** A process that renews no hold for this long is dead, and another one stops its cameras. */
export const holdSeconds = 2;
/** A connection that nobody uses for this long ends, so that another process may have it. */
const idleTimeoutMs = 10_000;
/** How long another process may take for an order; its camera is silent before. */
const orderTimeoutMs = 3_000;

/** Commands to one camera, and new connections of one organization. */
const commandLimit = { perSecond: 40, burst: 80, maxKeys: 10_000 };
const connectionLimit = { perSecond: 2, burst: 40, maxKeys: 10_000 };

interface Held {
  hand: PtzHand;
  control: PtzOrder['control'];
}

/**
 * Moves cameras for this process. A camera is connected to one process at a time, which a row in Postgres names. Any other
 * passes its orders on to that one by the bus, so that sequence numbers and the pace of commands are one process's alone.
 */
export class PtzDesk implements BusListener {
  readonly #id = newId();
  readonly #held = new Map<string, Held>();
  readonly #waiting = new Map<string, (failure: AppError | null) => void>();
  readonly #commands = new TokenBuckets(commandLimit);
  readonly #connections = new TokenBuckets(connectionLimit);
  #isClosed = false;

  /**
   * Has a camera carry out a command of an actor who may give it.
   * @throws AppError `conflict`, `unavailable` or `too_many_requests`
   */
  async perform(order: PtzOrder): Promise<void> {
    if (order.command.action !== 'stop' && !this.#commands.take(order.streamId, performance.now())) {
      throw new AppError('too_many_requests', 'This camera gets more commands than it can take.');
    }
    if (this.#held.has(order.streamId)) return this.#performHere(order);
    const holder = await this.#hold(order.streamId);
    await (holder === this.#id ? this.#performHere(order) : this.#passOn(order, holder));
  }

  /**
   * Keeps what this process holds, ends what nobody uses, and stops cameras whose process has died.
   * @returns whether any process holds a camera
   */
  async round(): Promise<boolean> {
    for (const [streamId, { hand }] of this.#held) if (hand.idleMs > idleTimeoutMs) await this.#release([streamId]);
    this.#commands.sweep(performance.now());
    this.#connections.sweep(performance.now());
    if (this.#held.size > 0) await this.#renew();
    if (!(await db().ptzHold.findFirst({ select: { streamId: true } }))) return false;
    const orphans = await db().$queryRaw<{ streamId: string; organizationId: string; ptz: unknown }[]>`
      DELETE FROM ptz_holds USING streams
      WHERE ptz_holds.held_until < now() AND ptz_holds.process_id <> ${this.#id} AND streams.id = ptz_holds.stream_id
      RETURNING streams.id AS "streamId", streams.organization_id AS "organizationId", streams.ptz`;
    for (const { streamId, organizationId, ptz } of orphans) {
      const control = storedPtzSchema.parse(ptz);
      if (!control) continue;
      log.warn({ streamId }, 'ptz: the process that moved this camera is gone; stops it');
      const order: PtzOrder = { streamId, organizationId, control, mover: this.#id, command: { action: 'stop' } };
      await this.perform(order).catch((error: unknown) => log.warn({ err: error, streamId }, 'ptz: it does not stop'));
    }
    return true;
  }

  onMessage(message: BusMessage): void {
    if (message.type === 'ptz_answer' && message.to === this.#id) {
      const { failure } = message;
      this.#waiting.get(message.orderId)?.(failure && new AppError(failure.code, failure.message));
    } else if (message.type === 'ptz_order' && message.to === this.#id) void this.#answer(message);
  }

  /** Nothing to read again: whoever waits for an answer that was lost is told so in time. */
  onResync(): void {}

  /** Stops all cameras that move, and lets go of them, so that another process may have them. */
  async letGo(): Promise<void> {
    await this.#release([...this.#held.keys()]);
  }

  /** Lets go of all cameras, and takes no more orders. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.letGo();
  }

  async #performHere(order: PtzOrder): Promise<void> {
    const { streamId, control, command, mover } = order;
    if (this.#isClosed) throw new AppError('unavailable', 'This server is restarting. Try again in a few seconds.');
    let held = this.#held.get(streamId);
    if (held && !isDeepStrictEqual(held.control, ptzControlSchema.parse(control))) {
      this.#held.delete(streamId);
      await held.hand.close();
      held = this.#held.get(streamId);
    }
    if (!held) {
      held = { hand: this.#handFor(order), control: ptzControlSchema.parse(control) };
      this.#held.set(streamId, held);
    }
    await held.hand.perform(command, mover);
  }

  #handFor({ streamId, organizationId, control, calibration }: PtzOrder): PtzHand {
    const { protocol, host, port } = control;
    const open = async (onEnd: () => void): Promise<PtzCamera> => {
      if (!this.#connections.take(organizationId, performance.now())) {
        throw new AppError('too_many_requests', 'Too many cameras are connected at once. Try again in a few seconds.');
      }
      const address = await findCameraAddress(organizationId, host, port);
      if (protocol !== 'onvif') return ViscaPtz.open({ protocol, port, address, onEnd });
      return OnvifCamera.open({ port, address, login: await readLogin(streamId), onEnd });
    };
    return new PtzHand({ open, calibration, onCalibrated: (learned) => keepCalibration(streamId, control, learned) });
  }

  /** @returns the id of the process that holds the camera now @throws AppError `not_found` for a deleted stream */
  async #hold(streamId: string): Promise<string> {
    const [row] = await db().$queryRaw<{ processId: string }[]>`
      INSERT INTO ptz_holds AS hold (stream_id, process_id, held_until)
      SELECT id, ${this.#id}, now() + make_interval(secs => ${holdSeconds}) FROM streams WHERE id = ${streamId}::uuid
      ON CONFLICT (stream_id) DO UPDATE SET
        process_id = CASE WHEN hold.held_until < now() THEN excluded.process_id ELSE hold.process_id END,
        held_until = CASE WHEN hold.held_until < now() THEN excluded.held_until ELSE hold.held_until END
      RETURNING process_id AS "processId"`;
    if (!row) throw new AppError('not_found', 'This stream does not exist.');
    return row.processId;
  }

  /** Lets go of cameras that another process has taken meanwhile, or that were deleted. */
  async #renew(): Promise<void> {
    const before = [...this.#held.keys()];
    const rows = await db().$queryRaw<{ streamId: string }[]>`
      UPDATE ptz_holds SET held_until = now() + make_interval(secs => ${holdSeconds})
      WHERE process_id = ${this.#id} RETURNING stream_id AS "streamId"`;
    const kept = new Set(rows.map(({ streamId }) => streamId));
    await this.#release(before.filter((streamId) => !kept.has(streamId)));
  }

  async #release(streamIds: string[]): Promise<void> {
    const held = streamIds.flatMap((streamId) => this.#held.get(streamId) ?? []);
    for (const streamId of streamIds) this.#held.delete(streamId);
    await Promise.all(held.map(({ hand }) => hand.close()));
    if (streamIds.length > 0) {
      await db().ptzHold.deleteMany({ where: { streamId: { in: streamIds }, processId: this.#id } });
    }
  }

  async #passOn(order: PtzOrder, to: string): Promise<void> {
    const orderId = newId();
    const failure = await new Promise<AppError | null>((resolve) => {
      const timer = setTimeout(() => resolve(holderIsSilent()), orderTimeoutMs);
      this.#waiting.set(orderId, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      void openBus().publish({ type: 'ptz_order', to, from: this.#id, orderId, order });
    });
    this.#waiting.delete(orderId);
    if (failure) throw failure;
  }

  async #answer({ from, orderId, order }: Extract<BusMessage, { type: 'ptz_order' }>): Promise<void> {
    const failure = await this.#performHere(order).then(() => null, failureOf);
    await openBus().publish({ type: 'ptz_answer', to: from, orderId, failure });
  }
}

/** Read for each connection: the bus, which passes orders on, carries no password. */
async function readLogin(streamId: string): Promise<CameraLogin | null> {
  const stream = await db().stream.findUnique({ where: { id: streamId }, select: { ptzLogin: true } });
  return stream?.ptzLogin ? ptzLogins.open(streamId, stream.ptzLogin) : null;
}

/** Keeps what double clicks have told of a camera, unless the stream has another camera by now. */
async function keepCalibration(streamId: string, { host, port }: PtzControl, learned: PtzCalibration): Promise<void> {
  await db().$executeRaw`
    UPDATE streams SET ptz = jsonb_set(ptz, '{calibration}', ${JSON.stringify(learned)}::jsonb)
    WHERE id = ${streamId}::uuid AND ptz->>'host' = ${host} AND (ptz->>'port')::int = ${port}`;
}

const holderIsSilent = () =>
  new AppError('unavailable', 'The server that is connected to this camera does not answer. Try again.');

/** A failure as the bus carries it. */
function failureOf(error: unknown): PtzFailure {
  if (error instanceof AppError) {
    const { success, data: code } = ptzFailureCodes.safeParse(error.code);
    if (success) return { code, message: error.message };
  }
  log.error({ err: error }, 'ptz: an order of another process failed');
  return { code: 'unavailable', message: holderIsSilent().message };
}

/** This process's desk. */
export const ptzDesk = (): PtzDesk => processWide('ptz desk', () => new PtzDesk());
