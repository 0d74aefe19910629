import { addTicks, ticksBetween, ticksPerSecond } from '@/lib/core/timestamp33';
import { readPesTimestamps, shiftTimestamps } from '@/lib/media/mpegts/timestamps';
import { isStuffed, nullPid, packetBytes, payloadStart, pidOf, startsUnit } from '@/lib/media/mpegts/ts-packet';

/** Between two frames of one stretch; a longer step is another clock. */
const maxStepTicks = 10 * ticksPerSecond;
/** The step between frames until two are known. */
const usualStepTicks = ticksPerSecond / 30;
/** A frame of AAC. */
const maxOverlapTicks = 1_920;
/** Maximum of packets that wait for the end of an access unit: about 8 MB. */
const maxHeldPackets = 45_000;

/** One PES packet that is being read. */
interface Unit {
  /** Payload that is still missing; null where only the next one ends it. */
  missingBytes: number | null;
  isWhole: boolean;
  /** Its latest packet is stuffed: multiplexers do that at the end alone. */
  endsStuffed: boolean;
  /** Null: it carries none. */
  times: { pts: number; dts: number } | null;
  /** It repeats what was played. */
  isDropped: boolean;
}

interface Held {
  packet: Buffer;
  pid: number;
  /** Null: it belongs to no PES packet. */
  unit: Unit | null;
  beginsUnit: boolean;
}

/** One PID over all stretches. */
interface Track {
  unit: Unit | null;
  /** Nothing of it was taken since the last break. */
  isFresh: boolean;
  /** Nothing of it was sent since the last break. */
  isBreak: boolean;
  /** The continuity counter that was sent last; null before the first. */
  counter: number | null;
  /** Is added to its continuity counters. */
  counterShift: number;
  /** The latest PTS that was sent, and the step to it. */
  last: { pts: number; stepTicks: number } | null;
}

/**
 * Joins stretches of MPEG-TS so that a player sees one: timestamps and continuity counters go on. The first frame of a
 * stretch comes one frame after the last of the one before. A break leaves out packets that are cut off there.
 */
export class PacketJoiner {
  readonly #onPacket: (packet: Buffer, elapsedTicks: number) => void;
  readonly #tracks = new Map<number, Track>();
  #held: Held[] = [];
  /** The PID of the keyframe that the stretch began with; null until it is read. */
  #leadPid: number | null = null;
  /** The DTS of the lead's last frame that was read, as it was recorded. */
  #readDts: number | null = null;
  /** Is added to all timestamps. */
  #shift = 0;
  /** The lead's highest PTS and its latest DTS, as they were sent. */
  #sent: { pts: number; dts: number } | null = null;
  #stepTicks = usualStepTicks;
  #elapsedTicks = 0;

  /** @param onPacket takes each packet, and the time from the first frame to the present one */
  constructor(onPacket: (packet: Buffer, elapsedTicks: number) => void) {
    this.#onPacket = onPacket;
  }

  /**
   * Ends a stretch; the next packet begins another one.
   * @param isWhole whether the stretch ended where a frame did
   */
  break(isWhole: boolean): void {
    const lead = this.#leadPid === null ? null : this.#tracks.get(this.#leadPid)?.unit;
    if (lead && (isWhole || lead.endsStuffed)) lead.isWhole = true;
    for (const held of this.#held) if (held.unit && !held.unit.isWhole) held.unit.isDropped = true;
    for (const held of this.#held.splice(0)) this.#send(held);
    for (const track of this.#tracks.values()) {
      track.isFresh = true;
      track.isBreak = true;
      track.unit = null;
    }
    this.#leadPid = null;
    this.#readDts = null;
  }

  /** Takes the next packet, and changes it in place. */
  addPacket(packet: Buffer): void {
    const pid = pidOf(packet);
    if (pid === nullPid) return;
    const track = this.#trackOf(pid);
    const start = payloadStart(packet);
    const payloadBytes = packetBytes - start;
    const beginsUnit = startsUnit(packet) && payloadBytes > 0;
    // It belongs to something that was cut off, or to a clock that is not known yet.
    if (payloadBytes > 0 ? track.isFresh && !beginsUnit : this.#leadPid === null) return;
    const pes = packet.subarray(start);
    const isPes = pes.length >= 9 && pes.readUIntBE(0, 3) === 1;
    if (beginsUnit) {
      if (track.unit) track.unit.isWhole = true;
      const unit = isPes ? unitOf(pes) : null;
      if (unit?.times && (this.#leadPid === null || pid === this.#leadPid)) this.#readLead(pid, unit.times);
      // The keyframe says the clock, and comes behind it.
      if (isPes && this.#leadPid === null) return;
      track.unit = unit;
    } else if (track.unit && payloadBytes > 0) addPayload(track.unit, payloadBytes);
    if (track.unit && payloadBytes > 0) track.unit.endsStuffed = isStuffed(packet);
    if (payloadBytes > 0) track.isFresh = false;
    this.#held.push({ packet, pid, unit: payloadBytes > 0 ? track.unit : null, beginsUnit });
    this.#sendWhole();
  }

  #trackOf(pid: number): Track {
    const known = this.#tracks.get(pid);
    if (known) return known;
    const track: Track = { unit: null, isFresh: true, isBreak: true, counter: null, counterShift: 0, last: null };
    this.#tracks.set(pid, track);
    return track;
  }

  /** A frame of the lead begins. The first one of a stretch says by how much its timestamps are moved. */
  #readLead(pid: number, { pts, dts }: { pts: number; dts: number }): void {
    const step = this.#readDts === null ? null : ticksBetween(this.#readDts, dts);
    if (step !== null && (step < 0 || step > maxStepTicks)) this.break(true);
    const isFirst = this.#leadPid === null;
    this.#leadPid = pid;
    this.#readDts = dts;
    if (!isFirst || this.#sent === null) return;
    const byDts = addTicks(this.#sent.dts, this.#stepTicks - dts);
    const byPts = addTicks(this.#sent.pts, this.#stepTicks - pts);
    this.#shift = ticksBetween(byDts, byPts) > 0 ? byPts : byDts;
  }

  #sendWhole(): void {
    let count = 0;
    const mustSend = this.#held.length > maxHeldPackets;
    for (const { unit } of this.#held) {
      if (unit && !unit.isWhole && !mustSend) break;
      count++;
    }
    if (count > 0) for (const held of this.#held.splice(0, count)) this.#send(held);
  }

  #send({ packet, pid, unit, beginsUnit }: Held): void {
    const track = this.#trackOf(pid);
    const hasPayload = (packet.readUInt8(3) & 0x10) !== 0;
    if (unit?.times && beginsUnit && !unit.isDropped) this.#follow(pid, track, unit);
    const counter = packet.readUInt8(3) & 0x0f;
    if (unit?.isDropped) {
      // Those behind it continue what is before it.
      track.counterShift--;
      return;
    }
    if (track.isBreak && track.counter !== null) track.counterShift = track.counter + Number(hasPayload) - counter;
    const sent = (counter + track.counterShift) & 0x0f;
    track.counter = sent;
    track.isBreak = false;
    packet.writeUInt8((packet.readUInt8(3) & 0xf0) | sent, 3);
    shiftTimestamps(packet, this.#shift);
    this.#onPacket(packet, this.#elapsedTicks);
  }

  #follow(pid: number, track: Track, unit: Unit): void {
    const { pts: recordedPts, dts: recordedDts } = unit.times ?? { pts: 0, dts: 0 };
    const [pts, dts] = [addTicks(recordedPts, this.#shift), addTicks(recordedDts, this.#shift)];
    if (pid === this.#leadPid) {
      const step = this.#sent ? ticksBetween(this.#sent.dts, dts) : 0;
      if (step > 0 && step <= maxStepTicks) {
        this.#stepTicks = step;
        this.#elapsedTicks += step;
      }
      const isHighest = !this.#sent || ticksBetween(this.#sent.pts, pts) > 0;
      this.#sent = { pts: isHighest ? pts : (this.#sent?.pts ?? pts), dts };
      return;
    }
    if (track.last === null || Math.abs(ticksBetween(track.last.pts, pts)) > maxStepTicks) {
      track.last = { pts, stepTicks: 0 };
      return;
    }
    const step = ticksBetween(track.last.pts, pts);
    // Sound overlaps at a break, because it is sent before its picture or behind it.
    unit.isDropped = track.isBreak && step < track.last.stepTicks - maxOverlapTicks;
    if (!unit.isDropped) track.last = { pts, stepTicks: track.isBreak ? track.last.stepTicks : step };
  }
}

/** @param pes from its start code on */
function unitOf(pes: Buffer): Unit {
  const announcedBytes = pes.readUInt16BE(4);
  const missingBytes = announcedBytes === 0 ? null : 6 + announcedBytes - pes.length;
  return {
    missingBytes,
    isWhole: missingBytes !== null && missingBytes <= 0,
    times: readPesTimestamps(pes),
    isDropped: false,
    endsStuffed: false,
  };
}

function addPayload(unit: Unit, bytes: number): void {
  if (unit.missingBytes === null) return;
  unit.missingBytes -= bytes;
  if (unit.missingBytes <= 0) unit.isWhole = true;
}
