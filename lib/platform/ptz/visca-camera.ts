import type { ViscaProtocol } from '@/lib/contracts/ptz-protocols';
import { AppError } from '@/lib/core/errors';
import { pause } from '@/lib/core/pause';
import {
  isOutOfStep,
  readViscaReply,
  resetSequence,
  unwrapVisca,
  type ViscaReply,
  viscaTypeOf,
  wrapVisca,
} from '@/lib/core/visca';
import { CameraRefusal } from './ptz-camera';
import {
  type CameraAddress,
  openSharedUdpLink,
  openTcpLink,
  openUdpLink,
  type ViscaLink,
  type ViscaLinkEvents,
} from './visca-link';

/** How long a camera has to answer a datagram before it is sent again. */
const resendAfterMs = 50;
const maxResends = 3;
/** TCP sends again itself. */
const tcpAnswerTimeoutMs = 1_000;

/** Commands of one lane replace each other: an older one is never sent again after a newer one. */
export type ViscaLane = 'pan-tilt' | 'zoom';

interface Pending {
  message: Uint8Array;
  lane: ViscaLane | undefined;
  sequence: number;
  resends: number;
  timer: NodeJS.Timeout | undefined;
  settle(answer: Uint8Array | AppError): void;
}

export interface ViscaCameraOptions extends CameraAddress {
  protocol: ViscaProtocol;
  /** Where cameras with Sony's header answer to; 52381 unless a test says otherwise. */
  replyPort?: number;
  /** The connection is gone; only over TCP. */
  onEnd?(): void;
}

/**
 * A connection to a camera that speaks VISCA over IP. It sends lost datagrams again, begins the sequence numbers anew where
 * the camera has others, and takes a completion without an acknowledgement for both.
 */
export class ViscaCamera {
  readonly #where: string;
  readonly #hasHeader: boolean;
  readonly #pending: Pending[] = [];
  /** Sockets of the camera whose commands were acknowledged and are not complete. */
  readonly #busySockets = new Set<number>();
  #link: ViscaLink | null = null;
  #sequence = 0;
  #resync: { hasAnswered: AbortController; done: Promise<void> } | null = null;

  /** @throws AppError `conflict` when the camera accepts no connection */
  static async open(options: ViscaCameraOptions): Promise<ViscaCamera> {
    const camera = new ViscaCamera(options);
    try {
      camera.#link = await camera.#open(options);
    } catch (cause) {
      throw camera.#silence(cause);
    }
    // A camera remembers the numbers of whoever controlled it before.
    if (camera.#hasHeader) await camera.#resetSequence();
    return camera;
  }

  private constructor({ protocol, address, port }: ViscaCameraOptions) {
    this.#hasHeader = protocol === 'visca_udp';
    this.#where = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  }

  #open({ protocol, address, port, replyPort, onEnd }: ViscaCameraOptions): Promise<ViscaLink> {
    const events: ViscaLinkEvents = {
      onMessage: (bytes) => this.#receive(bytes),
      onEnd: () => {
        this.close();
        onEnd?.();
      },
    };
    if (protocol === 'visca_tcp') return openTcpLink({ address, port }, events);
    if (protocol === 'visca_raw_udp') return openUdpLink({ address, port }, events);
    return openSharedUdpLink({ address, port }, events, replyPort);
  }

  /**
   * Sends a message and waits until the camera has taken it; an inquiry, until it is answered.
   * @returns the answer to an inquiry; empty for a command, also for one that a newer one of its lane has replaced
   * @throws AppError `conflict` for a camera that does not answer; CameraRefusal for one that refuses
   */
  send(message: Uint8Array, lane?: ViscaLane): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (!this.#link) return reject(this.#silence());
      if (lane) for (const older of this.#pending.filter((one) => one.lane === lane)) older.settle(new Uint8Array());
      const pending: Pending = {
        message,
        lane,
        sequence: 0,
        resends: 0,
        timer: undefined,
        settle: (answer) => {
          clearTimeout(pending.timer);
          const index = this.#pending.indexOf(pending);
          if (index >= 0) this.#pending.splice(index, 1);
          if (answer instanceof AppError) reject(answer);
          else resolve(answer);
        },
      };
      this.#pending.push(pending);
      // A reset under way sends everything that waits, once it is through.
      if (!this.#resync) this.#transmit(pending);
    });
  }

  /** Ends the connection. Messages without an answer fail. */
  close(): void {
    this.#link?.close();
    this.#link = null;
    for (const pending of [...this.#pending]) pending.settle(this.#silence());
  }

  #transmit(pending: Pending): void {
    this.#sequence = (this.#sequence + 1) >>> 0;
    pending.sequence = this.#sequence;
    this.#write(pending);
  }

  #write(pending: Pending): void {
    const { message: payload, sequence } = pending;
    const type = viscaTypeOf(payload);
    this.#link?.send(this.#hasHeader ? wrapVisca({ type, sequence, payload }) : payload);
    clearTimeout(pending.timer);
    const isLossy = this.#link?.isLossy ?? false;
    // An answer that came while this process was busy is read before it counts as missing.
    const onSilence = () => setImmediate(() => this.#sendAgain(pending, isLossy));
    pending.timer = setTimeout(onSilence, isLossy ? resendAfterMs : tcpAnswerTimeoutMs);
  }

  #sendAgain(pending: Pending, isLossy: boolean): void {
    if (!this.#pending.includes(pending)) return;
    if (!isLossy || pending.resends >= maxResends) pending.settle(this.#silence());
    else {
      pending.resends++;
      this.#write(pending);
    }
  }

  #receive(bytes: Uint8Array): void {
    if (!this.#hasHeader) {
      const reply = readViscaReply(bytes);
      if (reply) this.#take(reply, this.#oldestFor(reply));
      return;
    }
    const envelope = unwrapVisca(bytes);
    if (envelope?.type === 'controlReply') {
      if (isOutOfStep(envelope.payload)) void this.#resetSequence();
      else this.#resync?.hasAnswered.abort();
    } else if (envelope?.type === 'reply') {
      const reply = readViscaReply(envelope.payload);
      const pending = this.#pending.find(({ sequence }) => sequence === envelope.sequence);
      if (reply) this.#take(reply, pending);
    }
  }

  /** Without numbers, a camera answers in the order of its commands. */
  #oldestFor(reply: ViscaReply): Pending | undefined {
    if (reply.kind === 'ack') this.#busySockets.add(reply.socket);
    else if (this.#busySockets.delete(reply.socket)) return undefined;
    const type = reply.kind === 'done' && reply.data.length > 0 ? 'inquiry' : 'command';
    const ofType = this.#pending.find(({ message }) => viscaTypeOf(message) === type);
    return reply.kind === 'refused' ? this.#pending[0] : ofType;
  }

  #take(reply: ViscaReply, pending: Pending | undefined): void {
    if (reply.kind === 'refused') {
      // A busy camera gets the message again by the timer.
      if (!reply.isBusy) pending?.settle(new CameraRefusal(`The camera refuses: ${reply.words}.`));
    } else if (pending && (reply.kind === 'done' || viscaTypeOf(pending.message) === 'command')) {
      pending.settle(reply.kind === 'done' ? reply.data : new Uint8Array());
    }
  }

  /** Begins the numbers anew, and sends again what waits. A camera that does not answer is sent it all the same. */
  #resetSequence(): Promise<void> {
    if (this.#resync) return this.#resync.done;
    const hasAnswered = new AbortController();
    const run = async () => {
      for (const { timer } of this.#pending) clearTimeout(timer);
      this.#link?.send(wrapVisca({ type: 'control', sequence: 0, payload: resetSequence }));
      await pause(resendAfterMs, hasAnswered.signal);
      this.#resync = null;
      this.#sequence = 0;
      for (const pending of [...this.#pending]) this.#transmit(pending);
    };
    this.#resync = { hasAnswered, done: Promise.resolve() };
    this.#resync.done = run();
    return this.#resync.done;
  }

  #silence(cause?: unknown): AppError {
    const sentence = `The camera does not answer at ${this.#where}. Check its address, and that VISCA is on.`;
    return new AppError('conflict', sentence, { cause });
  }
}
