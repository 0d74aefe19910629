/**
 * All bytes of a body that comes in chunks. Where it is too long the rest is not read, and the caller decides what becomes of
 * what it comes by.
 * @returns null for more than `maxBytes`
 */
export async function readLimited(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | null> {
  const read: Uint8Array[] = [];
  let totalBytes = 0;
  for await (const chunk of chunks) {
    totalBytes += chunk.byteLength;
    if (totalBytes > maxBytes) return null;
    read.push(chunk);
  }
  return Buffer.concat(read);
}
