/**
 * Counts missing transport stream packets by their continuity counters.
 * @throws Error where the stream is not made of whole packets
 */
export function countDiscontinuities(stream: Buffer): number {
  const last = new Map<number, number>();
  let count = 0;
  for (let position = 0; position + 188 <= stream.length; position += 188) {
    if (stream[position] !== 0x47) throw new Error(`no packet begins at ${position}`);
    const pid = stream.readUInt16BE(position + 1) & 0x1fff;
    const flags = stream.readUInt8(position + 3);
    if (pid === 0x1fff || (flags & 0x10) === 0) continue;
    const expected = last.get(pid);
    if (expected !== undefined && expected !== (flags & 0x0f)) count++;
    last.set(pid, (flags + 1) & 0x0f);
  }
  return count;
}
