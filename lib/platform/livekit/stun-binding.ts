import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/*
 * STUN binding requests as ICE makes them: RFC 8489, and RFC 8445, 7. Without terms they ask a server for one's own address.
 */

/** Names and password that both sides know from their session descriptions. */
export interface StunTerms {
  /** The other side's fragment, a colon, and ours. */
  username: string;
  /** The other side's. */
  password: string;
  /** Whether this side chooses the address pair. */
  isControlling: boolean;
}

const types = { request: 0x0001, success: 0x0101 };
const cookie = 0x2112_a442;
const headerBytes = 20;
const transactionBytes = 12;
const ipv4Family = 0x01;
const attributes = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  priority: 0x0024,
  fingerprint: 0x8028,
  controlled: 0x8029,
  controlling: 0x802a,
  xorMappedAddress: 0x0020,
};
const integrityBytes = 24;
const fingerprintBytes = 8;
const fingerprintMask = 0x5354_554e;
/** A peer-reflexive candidate of one component (RFC 8445, 5.1.2). */
const priority = 0x6e7f_00ff;

/** A request that the other side answers only where the terms fit. */
export function bindingRequest({ username, password, isControlling }: StunTerms): Buffer {
  const role = isControlling ? attributes.controlling : attributes.controlled;
  const body = Buffer.concat([
    attribute(attributes.username, Buffer.from(username)),
    attribute(attributes.priority, unsigned(priority)),
    attribute(role, randomBytes(8)),
  ]);
  const transactionId = randomBytes(transactionBytes);
  // Each of the last two covers all before it, with a length as if it were the end.
  const signed = Buffer.concat([header(transactionId, body.length + integrityBytes), body]);
  const integrity = createHmac('sha1', password).update(signed).digest();
  const whole = Buffer.concat([
    header(transactionId, body.length + integrityBytes + fingerprintBytes),
    body,
    attribute(attributes.messageIntegrity, integrity),
  ]);
  return Buffer.concat([whole, attribute(attributes.fingerprint, unsigned((crc32(whole) ^ fingerprintMask) >>> 0))]);
}

/** A request to a server that answers everybody (RFC 8489, 14.2 has the answer). */
export const openBindingRequest = (): Buffer => header(randomBytes(transactionBytes), 0);

/**
 * Reads the IPv4 address that a server has seen a request come from.
 * @returns null where the message is no answer to it, or names no such address
 */
export function readSeenAddress(message: Buffer, request: Buffer): string | null {
  const isAnswer =
    isBindingSuccess(message) && message.subarray(8, headerBytes).equals(request.subarray(8, headerBytes));
  if (!isAnswer) return null;
  for (let at = headerBytes; at + 4 <= message.length; ) {
    const [type, length] = [message.readUInt16BE(at), message.readUInt16BE(at + 2)];
    const value = message.subarray(at + 4, at + 4 + length);
    if (type === attributes.xorMappedAddress && value.length === 8 && value[1] === ipv4Family) {
      return [...unsigned((value.readUInt32BE(4) ^ cookie) >>> 0)].join('.');
    }
    at += 4 + length + (-length & 3);
  }
  return null;
}

/**
 * Makes the answer to a binding request without terms (RFC 8489, 14.2).
 * @param address the IPv4 address from which it came
 * @returns null where the message is no such request
 */
export function answerTo(message: Buffer, address: string, port: number): Buffer | null {
  const isRequest =
    message.length >= headerBytes && message.readUInt16BE(0) === types.request && message.readUInt32BE(4) === cookie;
  if (!isRequest) return null;
  const seen = Buffer.alloc(8);
  seen.writeUInt8(ipv4Family, 1);
  seen.writeUInt16BE(port ^ (cookie >>> 16), 2);
  seen.writeUInt32BE((Buffer.from(address.split('.').map(Number)).readUInt32BE() ^ cookie) >>> 0, 4);
  const body = attribute(attributes.xorMappedAddress, seen);
  const start = header(message.subarray(8, headerBytes), body.length);
  start.writeUInt16BE(types.success, 0);
  return Buffer.concat([start, body]);
}

/** Whether a message says that a request was accepted. */
export const isBindingSuccess = (message: Buffer): boolean =>
  message.length >= headerBytes && message.readUInt16BE(0) === types.success && message.readUInt32BE(4) === cookie;

function header(transactionId: Buffer, length: number): Buffer {
  const start = Buffer.alloc(8);
  start.writeUInt16BE(types.request, 0);
  start.writeUInt16BE(length, 2);
  start.writeUInt32BE(cookie, 4);
  return Buffer.concat([start, transactionId]);
}

/** An attribute, filled up to whole words. */
function attribute(type: number, value: Buffer): Buffer {
  const start = Buffer.alloc(4);
  start.writeUInt16BE(type, 0);
  start.writeUInt16BE(value.length, 2);
  return Buffer.concat([start, value, Buffer.alloc(-value.length & 3)]);
}

function unsigned(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
