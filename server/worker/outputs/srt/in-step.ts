import { clamp } from '@/lib/core/clamp';
import { addTicks, ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import { shiftTimestamps } from '@/lib/media/mpegts/timestamps';
import { packetBytes, syncByte } from '@/lib/media/mpegts/ts-packet';
import { maxMessageBytes } from '../../srt-listener/srt-listener-url';
import { CaptureStamps } from './capture-stamps';

/** Later readings move clock and hold by at most 5 ms a second, which no player notices. */
const maxSlewPerMs = 5 / 1_000;
/** Nor more at once after a pause, so that decoding times keep growing. */
const maxSlewMs = 5;
/** A clock that is further off than this is another one. */
const maxOffMs = 500;
/** Eight seconds of the highest bitrate that cameras may send by default. */
const maxHeldBytes = 64 * 1024 * 1024;
/** Whole packets of one message, as large as it may be. */
const maxPieceBytes = Math.floor(maxMessageBytes / packetBytes) * packetBytes;
/** The timestamps of MPEG-TS have 33 bits. */
const wrap = 2 ** 33;

/** A keyframe's reading of its camera's clock. */
export interface InStepReading {
  /** The keyframe's timestamp: a 33-bit count of 90 kHz. */
  pts: number;
  /** When it was captured, in milliseconds since 1970. */
  capturedMs: number;
  /** How long the camera's packets wait, so that they leave the chosen delay after their capture. Below 0: they are late. */
  holdMs: number;
}

/** Where the packets go; {@link SrtPlayers} is one. */
export interface InStepTarget {
  setTables(tables: Buffer): void;
  message(message: Buffer, entry: number | null): void;
  interrupt(): void;
}

interface Held {
  dueMs: number;
  bytes: number;
  handOver(): void;
}

/**
 * Keeps a camera's players in step with those of the event's other cameras. Each packet gets timestamps of a clock that all
 * of them share: 90 kHz since 1970, modulo 33 bits; frames carry the whole time. It leaves when the chosen delay since its capture is over. Packets are
 * held by their arrival, so that the encoder's own pacing stays.
 */
export class InStep {
  readonly #target: InStepTarget;
  readonly #now: () => number;
  #held: Held[] = [];
  #heldBytes = 0;
  #lastDueMs = Number.NEGATIVE_INFINITY;
  /** The shift from the camera's timestamps to the shared ones, and the hold; null until a keyframe says them. */
  #current: { ticks: number; holdMs: number; atMs: number } | null = null;
  #wanted = { ticks: 0, holdMs: 0 };
  /** When the latest keyframe with a reading was captured: timestamps near it are of the same 26 hours. */
  #nearMs = 0;
  readonly #stamps = new CaptureStamps();

  /** @param now a clock in milliseconds */
  constructor(target: InStepTarget, now: () => number = () => performance.now()) {
    this.#target = target;
    this.#now = now;
  }

  /** Takes the reading of the keyframe that comes next. One of another clock makes players begin anew there. */
  follow({ pts, capturedMs, holdMs }: InStepReading): void {
    const ticks = addTicks(-pts, Math.round(capturedMs * ticksPerMs) % wrap);
    this.#wanted = { ticks, holdMs };
    this.#nearMs = capturedMs;
    const { ticks: currentTicks, holdMs: currentHoldMs } = this.#slewed() ?? { ticks, holdMs };
    const isOther =
      Math.abs(ticksBetween(currentTicks, ticks)) > maxOffMs * ticksPerMs ||
      Math.abs(holdMs - currentHoldMs) > maxOffMs;
    if (isOther) this.interrupt();
    this.#current ??= { ticks, holdMs, atMs: this.#now() };
  }

  setTables(tables: Buffer): void {
    this.#stamps.setTables(tables);
    this.#hold(tables.length, () => this.#target.setTables(tables));
  }

  /** @param message may be changed after the call. @param entry where in it a player can begin; null: nowhere */
  message(message: Buffer, entry: number | null): void {
    const current = this.#slewed();
    const isWhole = message.length % packetBytes === 0 && message[0] === syncByte;
    if (!current || !isWhole) return;
    const moved = Buffer.from(message);
    for (let offset = 0; offset < moved.length; offset += packetBytes) {
      shiftTimestamps(moved.subarray(offset, offset + packetBytes), Math.round(current.ticks));
    }
    const stamped = this.#stamps.stamp(moved, entry, (pts) => this.#capturedMs(pts));
    const pieceBytes = stamped.packets.length > moved.length ? maxPieceBytes : moved.length;
    this.#hold(stamped.packets.length, () => this.#handOver(stamped.packets, stamped.entry, pieceBytes));
  }

  /** Data is missing, or the camera has changed: players continue at the next keyframe with a reading. */
  interrupt(): void {
    this.#hold(0, () => this.#target.interrupt());
    this.#stamps.interrupt();
    this.#current = null;
  }

  /** Hands over what is due. @returns the time until more is, in milliseconds; null when nothing is held */
  release(): number | null {
    for (;;) {
      const first = this.#held[0];
      if (!first) return null;
      const waitMs = first.dueMs - this.#now();
      if (waitMs > 0) return waitMs;
      this.#held.shift();
      this.#heldBytes -= first.bytes;
      first.handOver();
    }
  }

  /** @param pts on the shared clock @returns since 1970 */
  #capturedMs(pts: number): number {
    const nearTicks = Math.round(this.#nearMs * ticksPerMs) % wrap;
    return this.#nearMs + ticksBetween(nearTicks, pts) / ticksPerMs;
  }

  /** In messages that players can take: stamps have made some longer. */
  #handOver(packets: Buffer, entry: number | null, pieceBytes: number): void {
    for (let offset = 0; offset < packets.length; offset += pieceBytes) {
      const isHere = entry !== null && entry >= offset && entry < offset + pieceBytes;
      this.#target.message(packets.subarray(offset, offset + pieceBytes), isHere ? entry - offset : null);
    }
  }

  #hold(bytes: number, handOver: () => void): void {
    // Live: what would wait too long is left out, and players go on with the present.
    if (this.#heldBytes + bytes > maxHeldBytes) {
      this.#held = [];
      this.#heldBytes = 0;
      this.#lastDueMs = Number.NEGATIVE_INFINITY;
      this.#target.interrupt();
    }
    this.#lastDueMs = Math.max(this.#lastDueMs, this.#now() + Math.max(0, this.#current?.holdMs ?? 0));
    this.#heldBytes += bytes;
    this.#held.push({ dueMs: this.#lastDueMs, bytes, handOver });
  }

  /** Moves clock and hold towards the latest reading. @returns them */
  #slewed(): { ticks: number; holdMs: number } | null {
    const current = this.#current;
    if (!current) return null;
    const nowMs = this.#now();
    const maxMs = Math.min(maxSlewMs, (nowMs - current.atMs) * maxSlewPerMs);
    const maxTicks = maxMs * ticksPerMs;
    const offTicks = ticksBetween(current.ticks, this.#wanted.ticks);
    current.ticks = addTicks(current.ticks, clamp(offTicks, -maxTicks, maxTicks));
    current.holdMs += clamp(this.#wanted.holdMs - current.holdMs, -maxMs, maxMs);
    current.atMs = nowMs;
    return current;
  }
}
