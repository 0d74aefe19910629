import { ticksBetween } from '@/lib/core/timestamp33';
import { patPid } from '@/lib/media/mpegts/program-tables';
import { moveTimestamps, readPesTimestamps } from '@/lib/media/mpegts/timestamps';
import { nullPid, packetBytes, payloadStart, pidOf, startsUnit } from '@/lib/media/mpegts/ts-packet';
import type { PlacedStretch } from './place-stretch';

/** Packets of one sender, from a keyframe on. */
export interface JoinedStretch extends PlacedStretch {
  /** Where its PIDs go; those that are missing are left out. Null: all stay. */
  pids: ReadonlyMap<number, number> | null;
  /** Sent in place of its own tables; null: its own are. */
  tables: Buffer | null;
  /** Where its video goes. Other streams begin no earlier than {@link PlacedStretch.soundFrom}. */
  videoPid: number | null;
}

/** One PID as it is sent. */
interface Track {
  /** The continuity counter that was sent last. */
  counter: number | null;
  /** Is added to the counters of the present stretch; null before its first packet. */
  counterShift: number | null;
  /** Has begun in this stretch, with the beginning of a unit. */
  isOpen: boolean;
  /** The latest timestamp that was sent. */
  until: number | null;
  isVideo: boolean;
}

/** Joins packets of several senders at keyframes, so that a player sees one: continuity counters and timestamps go on. */
export class StretchJoiner {
  readonly #tracks = new Map<number, Track>();
  #stretch: JoinedStretch | null = null;

  /** The latest timestamp of the video that was sent; null: none was. */
  get sentUntil(): number | null {
    let until: number | null = null;
    for (const track of this.#tracks.values()) {
      if (!track.isVideo || track.until === null) continue;
      if (until === null || ticksBetween(until, track.until) > 0) until = track.until;
    }
    return until;
  }

  /** Notes packets that are sent as they come. @param packets whole ones */
  follow(packets: Buffer): void {
    for (const packet of packetsOf(packets)) {
      const pid = pidOf(packet);
      if (pid === nullPid) continue;
      const track = this.#trackOf(pid);
      track.counter = packet.readUInt8(3) & 0x0f;
      this.#noteTimes(track, packet);
    }
  }

  /** Another sender begins, or the same one that sends as it comes: its times have nothing to do with those before. */
  forgetTimes(): void {
    for (const track of this.#tracks.values()) track.until = null;
  }

  /** The next packets are another sender's. @returns the tables to send first */
  begin(stretch: JoinedStretch, tables: Buffer): Buffer[] {
    this.#stretch = stretch;
    for (const track of this.#tracks.values()) {
      track.isOpen = false;
      track.counterShift = null;
    }
    return this.#countTables(tables);
  }

  /** Takes the next packet of the stretch. @returns what is sent for it */
  join(packet: Buffer): Buffer[] {
    const stretch = this.#stretch;
    const pid = pidOf(packet);
    if (!stretch || pid === nullPid) return [];
    if (stretch.tables && pid === patPid) return startsUnit(packet) ? this.#countTables(stretch.tables) : [];
    const to = stretch.pids ? stretch.pids.get(pid) : pid;
    if (to === undefined) return [];
    const track = this.#trackOf(to);
    if (!track.isOpen && !mayBegin(packet, track, stretch, to)) return [];
    track.isOpen = true;
    const sent = Buffer.from(packet);
    sent.writeUInt16BE((packet.readUInt16BE(1) & 0xe000) | to, 1);
    moveTimestamps(sent, stretch.move);
    const counter = packet.readUInt8(3) & 0x0f;
    track.counterShift ??= track.counter === null ? 0 : track.counter + 1 - counter;
    setCounter(sent, track, counter + track.counterShift);
    this.#noteTimes(track, sent);
    return [sent];
  }

  #countTables(tables: Buffer): Buffer[] {
    return packetsOf(tables).map((packet) => {
      const sent = Buffer.from(packet);
      const track = this.#trackOf(pidOf(sent));
      setCounter(sent, track, (track.counter ?? -1) + 1);
      // Those of the stretch itself follow.
      track.counterShift = null;
      return sent;
    });
  }

  #noteTimes(track: Track, packet: Buffer): void {
    const times = timesOf(packet);
    if (!times) return;
    track.isVideo = isVideo(packet);
    const latest = ticksBetween(times.dts, times.pts) > 0 ? times.pts : times.dts;
    if (track.until === null || ticksBetween(track.until, latest) > 0) track.until = latest;
  }

  #trackOf(pid: number): Track {
    const known = this.#tracks.get(pid);
    if (known) return known;
    const track: Track = { counter: null, counterShift: null, isOpen: false, until: null, isVideo: false };
    this.#tracks.set(pid, track);
    return track;
  }
}

/** Whether a frame of video begins in one of these packets. */
export const beginsPicture = (packets: Buffer): boolean => packetsOf(packets).some(isVideo);

/** Whether any picture or sound begins in one of these packets. */
export const beginsMedia = (packets: Buffer): boolean => packetsOf(packets).some(startsPes);

/** PTS and DTS of the PES packet that begins in a transport packet; null where none does. */
export const timesOf = (packet: Buffer): { pts: number; dts: number } | null =>
  startsPes(packet) ? readPesTimestamps(packet.subarray(payloadStart(packet))) : null;

/** Cuts whole packets apart. */
export const packetsOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.floor(bytes.length / packetBytes) }, (_, index) =>
    bytes.subarray(index * packetBytes, (index + 1) * packetBytes),
  );

/** Whether a PES packet of video begins here, by its stream id (ISO/IEC 13818-1, table 2-22). */
export function isVideo(packet: Buffer): boolean {
  if (!startsPes(packet)) return false;
  const streamId = packet.readUInt8(payloadStart(packet) + 3);
  return (streamId & 0xf0) === 0xe0;
}

/** A stream begins with a unit, its sound no earlier than it should and than what was sent of it. */
function mayBegin(packet: Buffer, track: Track, { move, soundFrom, videoPid }: JoinedStretch, to: number): boolean {
  if (!startsUnit(packet) || payloadStart(packet) >= packetBytes) return false;
  const times = timesOf(packet);
  if (!times || to === videoPid) return true;
  const pts = move(times.pts);
  return ticksBetween(soundFrom, pts) >= 0 && (track.until === null || ticksBetween(track.until, pts) > 0);
}

function setCounter(packet: Buffer, track: Track, counter: number): void {
  track.counter = counter & 0x0f;
  packet.writeUInt8((packet.readUInt8(3) & 0xf0) | track.counter, 3);
}

function startsPes(packet: Buffer): boolean {
  const start = payloadStart(packet);
  return startsUnit(packet) && start + 9 <= packetBytes && packet.readUIntBE(start, 3) === 1;
}
