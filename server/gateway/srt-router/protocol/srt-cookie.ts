import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const bucketMs = 30_000;

/**
 * Cookies that prove that a caller receives at its source address. The router keeps nothing for a caller that has not
 * returned its cookie, so a flood of inductions uses no memory (the idea of TCP's SYN cookies).
 */
export class SrtCookies {
  readonly #secret = randomBytes(32);

  /** The cookie for a caller; `caller` is its address, port and SRT socket id. */
  issue(caller: string, nowMs: number): number {
    return this.#digest(caller, Math.floor(nowMs / bucketMs)).readUInt32BE(0);
  }

  /** Whether this cookie was issued to this caller within the last 30 to 60 seconds. */
  verify(caller: string, cookie: number, nowMs: number): boolean {
    const bucket = Math.floor(nowMs / bucketMs);
    const given = Buffer.alloc(4);
    given.writeUInt32BE(cookie);
    return [bucket, bucket - 1].some((candidate) =>
      timingSafeEqual(given, this.#digest(caller, candidate).subarray(0, 4)),
    );
  }

  #digest(caller: string, bucket: number): Buffer {
    return createHmac('sha256', this.#secret).update(`${bucket} ${caller}`).digest();
  }
}
