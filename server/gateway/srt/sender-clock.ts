import type { SenderReading } from '@/lib/contracts/sender-reading';
import { type CaptureReading, fitLateReadings } from '@/lib/core/capture-fit';
import { minOf } from '@/lib/core/extremes';
import { payloadPrint } from '@/lib/core/payload-print';

const headerBytes = 16;
const sequenceMask = 0x7fff_ffff;
const offset = { sequence: 0, keyFlags: 4, timestampUs: 8 } as const;
const keyFlagsMask = 0x18;

/** The earliest packet of each window stands for it. */
const windowMs = 5_000;
/** Ten minutes: the sender's clock drifts meanwhile by a line. */
const maxWindows = 120;
/** With fewer windows their spread says nothing. */
const tellingWindows = 6;
const knownPacketIntervalMs = 250;
const knownPackets = 4;
/** More acknowledgements are never on their way: one is sent each 10 ms. */
const pendingAcks = 256;
/** The share of the round trip by which the two ways may differ. */
const asymmetry = 1 / 4;
/** The wall clock is read to a millisecond. */
const readMs = 2;

interface Window extends CaptureReading {
  minRttMs: number;
}

/**
 * The clock of a connection's sender by this machine's clock. Each data packet carries its time of sending in the clear,
 * encrypted or not (draft-sharabayko-srt-01, 3.1). Packets come late and never early, so the earliest ones tell. Half of
 * the shortest round trip is taken off: from an acknowledgement that passes here to the caller's answer to it.
 */
export class SenderClock {
  readonly #windows: Window[] = [];
  #firstSequence: number | null = null;
  #hasPacket = false;
  #lastUs = 0;
  /** Time of the last packet by the sender's clock, since the first one, without wraps. */
  #sentMs = 0;
  #windowEndMs = 0;
  #minDelayMs = Number.POSITIVE_INFINITY;
  #minDelaySentMs = 0;
  #minRttMs = Number.POSITIVE_INFINITY;
  readonly #ackNumbers = new Uint32Array(pendingAcks);
  readonly #ackMs = new Float64Array(pendingAcks);
  #isEncrypted = false;
  #knownAtMs = Number.NEGATIVE_INFINITY;
  #knownCount = 0;
  readonly #knownKeys = new Uint32Array(knownPackets);
  readonly #knownSentMs = new Float64Array(knownPackets);

  /** @param sequence of the connection's first data packet, which its handshake names */
  beginAt(sequence: number): void {
    this.#firstSequence = sequence;
  }

  /** Reads a data packet's first transmission. Allocates nothing but once a window. @param arrivedMs by performance.now() */
  notePacket(datagram: Buffer, arrivedMs: number): void {
    const sentUs = datagram.readUInt32BE(offset.timestampUs);
    // Timestamps wrap after 71 minutes: the difference of two is a signed number of 32 bits.
    if (this.#hasPacket) this.#sentMs += ((sentUs - this.#lastUs) | 0) / 1_000;
    this.#hasPacket = true;
    this.#lastUs = sentUs;
    if (arrivedMs >= this.#windowEndMs) this.#beginWindow(arrivedMs);
    const delayMs = arrivedMs - this.#sentMs;
    if (delayMs < this.#minDelayMs) {
      this.#minDelayMs = delayMs;
      this.#minDelaySentMs = this.#sentMs;
    }
    if (arrivedMs - this.#knownAtMs >= knownPacketIntervalMs) this.#keepPacket(datagram, arrivedMs);
  }

  /** Notes an acknowledgement on its way to the sender. @param number 0 for one that is not answered */
  noteAck(number: number, nowMs: number): void {
    this.#ackNumbers[number % pendingAcks] = number;
    this.#ackMs[number % pendingAcks] = nowMs;
  }

  /** Notes the sender's answer to an acknowledgement (ACKACK). */
  noteAckAck(number: number, nowMs: number): void {
    if (number === 0 || this.#ackNumbers[number % pendingAcks] !== number) return;
    this.#minRttMs = Math.min(this.#minRttMs, nowMs - (this.#ackMs[number % pendingAcks] ?? nowMs));
  }

  /**
   * The latest packets with their times of sending. To be called once a second.
   * @param wallOffsetMs the wall clock less performance.now()
   * @returns null until the round trip is known
   */
  read(wallOffsetMs: number): SenderReading | null {
    const windows = [...this.#windows, ...this.#presentWindow()];
    const minRttMs = minOf(windows.map((window) => window.minRttMs));
    if (windows.length === 0 || !Number.isFinite(minRttMs)) return null;
    const { wallUsAt, uncertaintyMs } = fitLateReadings(windows);
    const wayMs = minRttMs / 2;
    const byIndex = this.#isEncrypted;
    const packets = Array.from({ length: Math.min(this.#knownCount, knownPackets) }, (_, index): [number, number] => {
      const arrivedMs = wallUsAt((this.#knownSentMs[index] ?? 0) * 1_000) / 1_000;
      return [this.#knownKeys[index] ?? 0, rounded(arrivedMs + wallOffsetMs - wayMs)];
    });
    this.#knownCount = 0;
    // Thousands of packets are in a window: its earliest is surer than the fit of a few windows can know.
    const fitMs = windows.length < tellingWindows ? readMs : uncertaintyMs;
    return {
      packets,
      byIndex,
      wayMs: rounded(wayMs),
      uncertaintyMs: rounded(readMs + fitMs + minRttMs * asymmetry),
    };
  }

  #beginWindow(arrivedMs: number): void {
    for (const window of this.#presentWindow()) this.#windows.push(window);
    if (this.#windows.length >= maxWindows) this.#windows.shift();
    this.#windowEndMs = arrivedMs + windowMs;
    this.#minDelayMs = Number.POSITIVE_INFINITY;
    this.#minRttMs = Number.POSITIVE_INFINITY;
  }

  #presentWindow(): Window[] {
    if (!Number.isFinite(this.#minDelayMs)) return [];
    const sentMs = this.#minDelaySentMs;
    const wallUs = (sentMs + this.#minDelayMs) * 1_000;
    return [{ mediaUs: sentMs * 1_000, wallUs, minRttMs: this.#minRttMs }];
  }

  #keepPacket(datagram: Buffer, arrivedMs: number): void {
    this.#isEncrypted = (datagram.readUInt8(offset.keyFlags) & keyFlagsMask) !== 0;
    if (this.#isEncrypted && this.#firstSequence === null) return;
    this.#knownAtMs = arrivedMs;
    const place = this.#knownCount++ % knownPackets;
    this.#knownSentMs[place] = this.#sentMs;
    this.#knownKeys[place] = this.#isEncrypted
      ? (datagram.readUInt32BE(offset.sequence) - (this.#firstSequence ?? 0)) & sequenceMask
      : payloadPrint(datagram, headerBytes);
  }
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10;
