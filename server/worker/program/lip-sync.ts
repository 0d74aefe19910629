import { clamp } from '@/lib/core/clamp';
import { addTicks, ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import { ptsOfTransportPacket } from '@/lib/media/mpegts/pes-assembler';
import { hasClockReference, shiftClockReferences, shiftPesTimestamps } from '@/lib/media/mpegts/timestamps';
import { nullPid, packetBytes, pidOf, startsUnit, syncByte } from '@/lib/media/mpegts/ts-packet';

/** Players follow a clock that moves by 50 ms a second without a pause. */
const maxClockSlewPerMs = 50 / 1_000;

/** One audio track, by its PID. */
interface AudioTrack {
  /** The latest timestamp that was handed out. */
  lastPts: number | null;
  /** The sound has just become earlier: what was heard already may come again. */
  mayRepeat: boolean;
  isDropped: boolean;
  /** Packets that were left out, which the continuity counters behind them must not show. */
  droppedPackets: number;
}

/**
 * Moves a camera's sound against its picture by the timestamps in its transport packets. No packet waits for that. Where the
 * sound becomes earlier, the programs' clocks follow it, so that it never arrives after its time.
 */
export class LipSync {
  readonly #now: () => number;
  #delayTicks = 0;
  /** At most 0: by how much the clock references are moved. */
  #clockTicks = 0;
  #clockAtMs = 0;
  #tracks = new Map<number, AudioTrack>();

  /** @param now a clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** By how much the sound is later, in ticks of 90 kHz; below 0: earlier. */
  get delayTicks(): number {
    return this.#delayTicks;
  }

  /** Moves the sound that comes from now on. @param delayMs above 0: it is later */
  setDelay(delayMs: number): void {
    const ticks = Math.round(delayMs * ticksPerMs);
    if (ticks < this.#delayTicks) for (const track of this.#tracks.values()) track.mayRepeat = true;
    this.#delayTicks = ticks;
  }

  /** A camera connects: its packets continue no earlier ones. */
  restart(): void {
    this.#tracks.clear();
    this.#clockTicks = this.#wantedClockTicks;
  }

  /**
   * @param bytes one datagram, which stays as it is; one that does not hold whole packets is not moved
   * @param audioPids of the camera's program
   * @returns the same number of bytes; the very same ones where nothing is to be moved
   */
  rewrite(bytes: Buffer, audioPids: ReadonlySet<number>): Buffer {
    const isWhole = bytes.length % packetBytes === 0 && bytes[0] === syncByte;
    if (!isWhole) return bytes;
    this.#slewClock();
    let moved: Buffer | null = null;
    for (let offset = 0; offset < bytes.length; offset += packetBytes) {
      const packet = bytes.subarray(offset, offset + packetBytes);
      const pid = pidOf(packet);
      const movesClock = this.#clockTicks !== 0 && hasClockReference(packet);
      const track = audioPids.has(pid) ? this.#followTrack(pid, packet) : null;
      const movesTrack = track !== null && (this.#delayTicks !== 0 || track.isDropped || track.droppedPackets > 0);
      if (!movesClock && !movesTrack) continue;
      moved ??= Buffer.from(bytes);
      const copy = moved.subarray(offset, offset + packetBytes);
      if (movesClock) shiftClockReferences(copy, Math.round(this.#clockTicks));
      if (movesTrack) this.#moveTrack(track, copy);
    }
    return moved ?? bytes;
  }

  get #wantedClockTicks(): number {
    return Math.min(0, this.#delayTicks);
  }

  #slewClock(): void {
    const nowMs = this.#now();
    const maxTicks = (nowMs - this.#clockAtMs) * maxClockSlewPerMs * ticksPerMs;
    this.#clockTicks += clamp(this.#wantedClockTicks - this.#clockTicks, -maxTicks, maxTicks);
    this.#clockAtMs = nowMs;
  }

  /** Finds out whether a PES packet that begins here has been heard already. */
  #followTrack(pid: number, packet: Buffer): AudioTrack {
    const known = this.#tracks.get(pid);
    const track = known ?? { lastPts: null, mayRepeat: false, isDropped: false, droppedPackets: 0 };
    if (!known) this.#tracks.set(pid, track);
    const pts = startsUnit(packet) ? ptsOfTransportPacket(packet) : null;
    if (pts === null) return track;
    const movedPts = addTicks(pts, this.#delayTicks);
    const isRepeated = track.lastPts !== null && ticksBetween(track.lastPts, movedPts) <= 0;
    track.isDropped = track.mayRepeat && isRepeated;
    track.mayRepeat &&= isRepeated;
    if (!track.isDropped) track.lastPts = movedPts;
    return track;
  }

  #moveTrack(track: AudioTrack, packet: Buffer): void {
    const control = packet.readUInt8(3);
    if (track.isDropped) {
      const hasPayload = (control & 0x10) !== 0;
      if (hasPayload) track.droppedPackets = (track.droppedPackets + 1) % 16;
      packet.writeUInt16BE(nullPid, 1);
      packet.writeUInt8(0x10, 3);
      return;
    }
    packet.writeUInt8((control & 0xf0) | ((control - track.droppedPackets) & 0x0f), 3);
    shiftPesTimestamps(packet, this.#delayTicks);
  }
}
