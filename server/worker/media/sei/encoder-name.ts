import type { SeiMessage } from './sei-messages';

/** Payload type (H.264, D.1.1). */
const userDataUnregistered = 5;
const uuidBytes = 16;
const maxNameBytes = 40;

/** x264 names itself under this UUID, in its first frame. */
const x264 = Buffer.from('dc45e9bde6d948b7962cd820d923eeef', 'hex');

/** The encoder that has made a picture, such as `x264 core 164`, by its own account; null when it does not say. */
export function readEncoderName(messages: readonly SeiMessage[]): string | null {
  for (const { type, payload } of messages) {
    if (type !== userDataUnregistered || !payload.subarray(0, uuidBytes).equals(x264)) continue;
    const text = payload.toString('latin1', uuidBytes, uuidBytes + maxNameBytes);
    const version = /^x264 - (core \d+)/.exec(text)?.[1];
    if (version) return `x264 ${version}`;
  }
  return null;
}
