import { randomBytes } from 'node:crypto';

const version = Buffer.from([3]);
const partBytes = 1_536;

/** A caller sends this before its first message: C0, C1 and C2 (Adobe, "Real-Time Messaging Protocol", 5.2). */
export const rtmpHandshake = (): Buffer => Buffer.concat([version, Buffer.alloc(8), randomBytes(2 * partBytes - 8)]);
