const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  return crc;
});

/** CRC-32/MPEG-2 (ISO/IEC 13818-1, annex A). 0 for a table that ends with its own checksum. */
export function crc32Mpeg(data: Buffer): number {
  let crc = -1;
  for (const byte of data) crc = (crc << 8) ^ (table[(crc >>> 24) ^ byte] ?? 0);
  return crc >>> 0;
}
