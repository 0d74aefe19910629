const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const groups = 5;
const groupLength = 4;

/** A random passphrase of 100 bits that can be typed on a camera: lower-case letters and digits that look distinct. */
export function newPassphrase(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(groups * groupLength));
  const characters = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]);
  return Array.from({ length: groups }, (_, group) =>
    characters.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-');
}
