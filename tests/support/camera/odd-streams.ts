import { addTicks, ticksPerSecond } from '@/lib/core/timestamp33';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import { encode, liveH264, testFrames, testTone } from './encode';
import { pmtTable, type TableStream, TransportStream } from './transport-stream';

/* Transport streams of ffmpeg, made into what cameras send that are set up wrong. */

const videoPid = 0x100;
const audioPid = 0x101;
const mapPid = 0x1000;

/** H.264 and AAC for so many seconds, with keyframes every second. */
export const plainStream = (seconds: number, audio = ['-c:a', 'aac']): Promise<Buffer> =>
  encode([...testFrames(), ...testTone(), ...liveH264, '-b:v', '300k', ...audio, '-t', String(seconds)]);

/** The packets for which `change` returns one, changed or not; null leaves one out. */
function mapPackets(bytes: Buffer, change: (packet: Buffer, pid: number) => Buffer | null): Buffer {
  const packets: Buffer[] = [];
  for (let offset = 0; offset + packetBytes <= bytes.length; offset += packetBytes) {
    const packet = Buffer.from(bytes.subarray(offset, offset + packetBytes));
    const changed = change(packet, packet.readUInt16BE(1) & 0x1fff);
    if (changed) packets.push(changed);
  }
  return Buffer.concat(packets);
}

/** With all timestamps from about the middle on moved by so many ticks of 90 kHz, as when a camera sets its clock. */
export function jumpInTheMiddle(bytes: Buffer, ticks: number): Buffer {
  let seen = 0;
  return mapPackets(bytes, (packet) => {
    seen += packetBytes;
    if (seen > bytes.length / 2) moveTimestamps(packet, ticks);
    return packet;
  });
}

/** One stream after the other as one encoder sends them: continuity counters and timestamps go on. */
export function joinStreams(first: Buffer, second: Buffer, firstSeconds: number): Buffer {
  const counters = new Map<number, number>();
  const moved = mapPackets(second, (packet) => {
    moveTimestamps(packet, firstSeconds * ticksPerSecond);
    return packet;
  });
  return mapPackets(Buffer.concat([first, moved]), (packet, pid) => {
    const flags = packet.readUInt8(3);
    const hasPayload = (flags & 0x10) !== 0;
    const counter = ((counters.get(pid) ?? -1) + (hasPayload ? 1 : 0)) & 0x0f;
    counters.set(pid, counter);
    packet[3] = (flags & 0xf0) | counter;
    return packet;
  });
}

/** Adds to a packet's PCR (2.4.3.5), PTS and DTS (2.4.3.7), where it has them. */
function moveTimestamps(packet: Buffer, ticks: number): void {
  const flags = packet.readUInt8(3);
  const adaptationBytes = (flags & 0x20) === 0 ? 0 : 1 + packet.readUInt8(4);
  if (adaptationBytes > 6 && (packet.readUInt8(5) & 0x10) !== 0) {
    const base = addTicks(packet.readUInt32BE(6) * 2 + (packet.readUInt8(10) >> 7), ticks);
    packet.writeUInt32BE(Math.floor(base / 2), 6);
    packet[10] = (packet.readUInt8(10) & 0x7f) | ((base % 2) << 7);
  }
  const pes = 4 + adaptationBytes;
  const startsUnit = (packet.readUInt8(1) & 0x40) !== 0;
  const isPes = startsUnit && (flags & 0x10) !== 0 && pes + 19 <= packetBytes && packet.readUIntBE(pes, 3) === 1;
  if (!isPes) return;
  const which = packet.readUInt8(pes + 7) >> 6;
  for (const at of which === 3 ? [pes + 9, pes + 14] : which === 2 ? [pes + 9] : []) {
    const [high, middle, low] = [packet.readUInt8(at), packet.readUInt16BE(at + 1), packet.readUInt16BE(at + 3)];
    const time = addTicks(((high >> 1) & 7) * 2 ** 30 + (middle >> 1) * 2 ** 15 + (low >> 1), ticks);
    packet[at] = (high & 0xf1) | (Math.floor(time / 2 ** 30) << 1);
    packet.writeUInt16BE((Math.floor(time / 2 ** 15) % 2 ** 15) * 2 + 1, at + 1);
    packet.writeUInt16BE((time % 2 ** 15) * 2 + 1, at + 3);
  }
}

/** With everything but the tables marked as scrambled (ISO/IEC 13818-1, 2.4.3.3). */
export const scramble = (bytes: Buffer): Buffer =>
  mapPackets(bytes, (packet, pid) => {
    if (pid === videoPid || pid === audioPid) packet[3] = packet.readUInt8(3) | 0x80;
    return packet;
  });

/** With another program map in place of the one that ffmpeg wrote. */
export function withProgramMap(bytes: Buffer, streams: TableStream[]): Buffer {
  const tables = new TransportStream();
  return mapPackets(bytes, (packet, pid) => {
    if (pid !== mapPid) return packet;
    return tables.section(mapPid, pmtTable(streams))[0] ?? null;
  });
}

/** With a program map that says of no stream what it is. */
export const withoutTypes = (bytes: Buffer): Buffer =>
  withProgramMap(bytes, [
    { pid: videoPid, type: 0x80 },
    { pid: audioPid, type: 0x80 },
  ]);

export const withoutTables = (bytes: Buffer): Buffer =>
  mapPackets(bytes, (packet, pid) => (pid === 0 || pid === mapPid ? null : packet));

/** With the packets left out that GStreamer's srtsink leaves out of keyframes: those of their first part. */
export function cutKeyframes(bytes: Buffer): Buffer {
  const cutPackets = 8;
  let left = 0;
  return mapPackets(bytes, (packet, pid) => {
    if (pid !== videoPid) return packet;
    const startsUnit = (packet.readUInt8(1) & 0x40) !== 0;
    // ffmpeg sets random_access_indicator (2.4.3.4) at keyframes.
    const isRandomAccess = (packet.readUInt8(3) & 0x20) !== 0 && (packet.readUInt8(5) & 0x40) !== 0;
    if (startsUnit && isRandomAccess) left = cutPackets;
    return left-- > 0 ? null : packet;
  });
}

/** A multiplex whose first program is radio, and whose second one has video and audio. */
export const radioFirst = (seconds: number): Promise<Buffer> =>
  encode([
    ...testTone(),
    ...testFrames(),
    ...['-f', 'lavfi', '-i', 'sine=frequency=880:sample_rate=48000', '-map', '0', '-map', '1', '-map', '2'],
    ...['-program', 'title=Radio:program_num=7:st=0', '-program', 'title=Television:program_num=9:st=1:st=2'],
    ...[...liveH264, '-b:v', '300k', '-c:a', 'aac', '-t', String(seconds)],
  ]);

/** Video and two audio tracks: the first is silent, the second has a tone. */
export const silentFirst = (seconds: number): Promise<Buffer> =>
  encode([
    ...testFrames(),
    ...['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo', ...testTone(), '-map', '0', '-map', '1', '-map', '2'],
    ...['-metadata:s:a:0', 'language=deu', '-metadata:s:a:1', 'language=eng'],
    ...[...liveH264, '-b:v', '300k', '-c:a', 'aac', '-t', String(seconds)],
  ]);
