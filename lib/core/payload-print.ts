/** Words of a datagram that tell it from others. */
const words = 8;

/**
 * A number that tells a datagram's payload from others of the same seconds: gateway and worker know it by this. Reads a
 * few words and allocates nothing, because it runs for every datagram.
 * @param from where the payload begins
 * @returns 32 bits; 0 for a payload that is too short
 */
export function payloadPrint(datagram: Buffer, from: number): number {
  const last = datagram.length - 4;
  if (last < from) return 0;
  let print = 2_166_136_261;
  for (let word = 0; word < words; word++) {
    const at = from + Math.floor(((last - from) * word) / (words - 1));
    // FNV-1a, by words (draft-eastlake-fnv).
    print = Math.imul(print ^ datagram.readUInt32BE(at), 16_777_619);
  }
  return print >>> 0;
}
