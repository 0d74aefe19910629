import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { srtlaIdBytes } from './srtla-packet';

const halfBytes = srtlaIdBytes / 2;
const networkBytes = 8;
const bucketMs = 30_000;

/**
 * The receiver's halves of group ids: a keyed hash, as with {@link SrtCookies}. Nothing is kept for a REG1, so a flood
 * of them uses no memory and displaces nobody. A half names the network that asked for it, because a REG2 may be forged.
 */
export class SrtlaIds {
  readonly #secret = randomBytes(32);

  /** @param id of a REG1; its second half is replaced @param network of its sender; see networkOf */
  issue(id: Buffer, network: string, nowMs: number): Buffer {
    const senderHalf = id.subarray(0, halfBytes);
    const asker = createHash('sha256').update(network).digest().subarray(0, networkBytes);
    return Buffer.concat([senderHalf, asker, this.#proof(senderHalf, asker, bucketOf(nowMs))]);
  }

  /** The network that asked for this id within the last 30 to 60 seconds, as a name; null for any other id. */
  networkOf(id: Buffer, nowMs: number): string | null {
    const senderHalf = id.subarray(0, halfBytes);
    const asker = id.subarray(halfBytes, halfBytes + networkBytes);
    const proof = id.subarray(halfBytes + networkBytes);
    const isIssued = [bucketOf(nowMs), bucketOf(nowMs) - 1].some((bucket) =>
      timingSafeEqual(proof, this.#proof(senderHalf, asker, bucket)),
    );
    return isIssued ? asker.toString('hex') : null;
  }

  #proof(senderHalf: Buffer, asker: Buffer, bucket: number): Buffer {
    const hash = createHash('shake256', { outputLength: halfBytes - networkBytes });
    return hash.update(this.#secret).update(senderHalf).update(asker).update(String(bucket)).digest();
  }
}

const bucketOf = (nowMs: number): number => Math.floor(nowMs / bucketMs);
