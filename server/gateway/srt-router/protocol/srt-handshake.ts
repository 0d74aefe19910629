/*
 * The part of the SRT protocol that the router reads and writes: handshakes and SHUTDOWN.
 * Source: draft-sharabayko-srt-01, sections 3 and 4.3, and libsrt's handshake.h and core.cpp. No I/O here.
 */

const headerBytes = 16;
/** A handshake without extensions: the SRT header and the handshake's own twelve words. */
const bareHandshakeBytes = headerBytes + 48;

const controlHandshake = 0x8000;
const controlNak = 0x8003;
const controlShutdown = 0x8005;
const controlAckAck = 0x8006;

const offset = {
  timestamp: 8,
  destinationSocketId: 12,
  version: 16,
  encryption: 20,
  extensionField: 22,
  initialSequence: 24,
  requestType: 36,
  socketId: 40,
  cookie: 44,
} as const;

const requestInduction = 1;
const requestConclusion = -1;
/** Request types from here on are refusals: this plus libsrt's reject reason. */
const requestFailure = 1000;

const legacyVersion = 4;
const srtVersion = 5;
const srtMagic = 0x4a17;
const datagramSocketType = 2;

const extensionHandshakeRequest = 1;
const extensionHandshakeResponse = 2;
const extensionKeyMaterialRequest = 3;
const extensionStreamId = 5;
const extensionPacketFilter = 7;
const extensionGroup = 8;
const maxStreamIdBytes = 512;
/** One extra packet for ten mends single losses. */
const defaultFecColumns = 10;

export type Handshake =
  | { kind: 'induction'; socketId: number; cookie: number }
  | { kind: 'conclusion'; socketId: number; cookie: number; version: number }
  | { kind: 'rejection'; socketId: number; reason: number };

export interface ConclusionExtensions {
  /** Null when the caller sent none. */
  streamId: string | null;
  /** Like 1.5.3; null for a caller that sent no handshake extension. */
  libraryVersion: string | null;
  /** The requested latency in each direction; the connection uses the larger of both sides' requests. */
  receiveLatencyMs: number;
  sendLatencyMs: number;
  encrypted: boolean;
  /** The caller's connection is one of a socket group. */
  bonded: boolean;
}

/** The SRT socket id that a datagram addresses; 0 is a listener. Null: too short for SRT. */
export function destinationSocketId(datagram: Buffer): number | null {
  return datagram.length < headerBytes ? null : datagram.readUInt32BE(offset.destinationSocketId);
}

/** The sequence number of the first data packet that the sender of a handshake will send. */
export const initialSequence = (handshake: Buffer): number => handshake.readUInt32BE(offset.initialSequence);

/** Whether a datagram carries media. */
export const isData = (datagram: Buffer): boolean => (datagram.readUInt8(0) & 0x80) === 0;
export const isNak = (datagram: Buffer): boolean => datagram.readUInt16BE(0) === controlNak;
export const isAckAck = (datagram: Buffer): boolean => datagram.readUInt16BE(0) === controlAckAck;
export const isShutdown = (datagram: Buffer): boolean => datagram.readUInt16BE(0) === controlShutdown;

/** Reads the fixed part of a handshake; null for anything else, whatever the bytes. */
export function parseHandshake(datagram: Buffer): Handshake | null {
  if (datagram.length < bareHandshakeBytes || datagram.readUInt16BE(0) !== controlHandshake) return null;
  const requestType = datagram.readInt32BE(offset.requestType);
  const socketId = datagram.readUInt32BE(offset.socketId);
  const cookie = datagram.readUInt32BE(offset.cookie);
  if (requestType === requestInduction) return { kind: 'induction', socketId, cookie };
  if (requestType === requestConclusion) {
    return { kind: 'conclusion', socketId, cookie, version: datagram.readUInt32BE(offset.version) };
  }
  if (requestType >= requestFailure) return { kind: 'rejection', socketId, reason: requestType - requestFailure };
  return null;
}

/** Reads the extensions of a version 5 conclusion; null when their lengths do not add up. */
export function parseConclusionExtensions(datagram: Buffer): ConclusionExtensions | null {
  const found: ConclusionExtensions = {
    streamId: null,
    libraryVersion: null,
    receiveLatencyMs: 0,
    sendLatencyMs: 0,
    encrypted: false,
    bonded: false,
  };
  let position = bareHandshakeBytes;
  while (position < datagram.length) {
    if (position + 4 > datagram.length) return null;
    const type = datagram.readUInt16BE(position);
    const end = position + 4 + datagram.readUInt16BE(position + 2) * 4;
    if (end > datagram.length) return null;
    const content = datagram.subarray(position + 4, end);
    if (type === extensionHandshakeRequest) {
      if (content.length < 12) return null;
      found.libraryVersion = `${content[1]}.${content[2]}.${content[3]}`;
      found.receiveLatencyMs = content.readUInt16BE(8);
      found.sendLatencyMs = content.readUInt16BE(10);
    } else if (type === extensionKeyMaterialRequest) {
      found.encrypted = true;
    } else if (type === extensionGroup) {
      found.bonded = true;
    } else if (type === extensionStreamId) {
      if (content.length > maxStreamIdBytes) return null;
      found.streamId = decodeText(content);
    }
    position = end;
  }
  return found;
}

/** The conclusion with at least these latencies; unchanged without the extension. */
export function withMinLatency(
  conclusion: Buffer,
  { receiveLatencyMs, sendLatencyMs }: Pick<ConclusionExtensions, 'receiveLatencyMs' | 'sendLatencyMs'>,
): Buffer {
  const position = findExtension(conclusion, extensionHandshakeRequest);
  if (position === null) return conclusion;
  const copy = Buffer.from(conclusion);
  const [receive, send] = [position + 12, position + 14];
  copy.writeUInt16BE(Math.max(receiveLatencyMs, copy.readUInt16BE(receive)), receive);
  copy.writeUInt16BE(Math.max(sendLatencyMs, copy.readUInt16BE(send)), send);
  return copy;
}

/**
 * Adds the number of columns to a conclusion whose `fec` packet filter leaves it open. Without it libsrt refuses a
 * filter; either side may give it (docs/features/packet-filtering-and-fec.md).
 */
export function withWholePacketFilter(conclusion: Buffer): Buffer {
  const position = findExtension(conclusion, extensionPacketFilter, 0);
  if (position === null) return conclusion;
  const end = position + 4 + conclusion.readUInt16BE(position + 2) * 4;
  const filter = decodeText(conclusion.subarray(position + 4, end));
  if (!/^fec(,|$)/.test(filter) || /,\s*cols\s*:/.test(filter)) return conclusion;
  const text = encodeText(`${filter},cols:${defaultFecColumns}`);
  const header = Buffer.from(conclusion.subarray(position, position + 4));
  header.writeUInt16BE(text.length / 4, 2);
  return Buffer.concat([conclusion.subarray(0, position), header, text, conclusion.subarray(end)]);
}

/**
 * The receive latency of the listener that sent this answer: the larger of both sides' requests.
 * @returns null when the answer has none
 */
export function agreedReceiveLatencyMs(conclusionAnswer: Buffer): number | null {
  const position = findExtension(conclusionAnswer, extensionHandshakeResponse);
  return position === null ? null : conclusionAnswer.readUInt16BE(position + 12);
}

/** The offset of an extension with at least this many bytes of content; null when there is none. */
function findExtension(datagram: Buffer, wanted: number, minBytes = 12): number | null {
  for (let position = bareHandshakeBytes; position + 4 <= datagram.length; ) {
    const end = position + 4 + datagram.readUInt16BE(position + 2) * 4;
    const isWhole = end <= datagram.length && position + 4 + minBytes <= end;
    if (datagram.readUInt16BE(position) === wanted && isWhole) return position;
    position = end;
  }
  return null;
}

// The bytes of each 32-bit word of a text are sent in reverse order.
function decodeText(content: Buffer): string {
  return Buffer.from(content).swap32().toString('utf8').replace(/\0+$/, '');
}

function encodeText(text: string): Buffer {
  const words = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 4) * 4);
  words.write(text);
  return words.swap32();
}

/** A listener's answer to an induction: as long as the induction, and with no state but the cookie. */
export function buildInductionAnswer(induction: Buffer, cookie: number): Buffer {
  const answer = Buffer.from(induction.subarray(0, bareHandshakeBytes));
  answer.writeUInt32BE(induction.readUInt32BE(offset.socketId), offset.destinationSocketId);
  answer.writeUInt32BE(srtVersion, offset.version);
  answer.writeUInt16BE(0, offset.encryption);
  answer.writeUInt16BE(srtMagic, offset.extensionField);
  answer.writeUInt32BE(cookie, offset.cookie);
  return answer;
}

/** The induction that precedes `conclusion`. */
export function buildInduction(conclusion: Buffer): Buffer {
  const induction = Buffer.from(conclusion.subarray(0, bareHandshakeBytes));
  induction.writeUInt32BE(legacyVersion, offset.version);
  induction.writeUInt16BE(0, offset.encryption);
  induction.writeUInt16BE(datagramSocketType, offset.extensionField);
  induction.writeInt32BE(requestInduction, offset.requestType);
  induction.writeUInt32BE(0, offset.cookie);
  return induction;
}

/** The same conclusion with another listener's cookie. */
export function withCookie(conclusion: Buffer, cookie: number): Buffer {
  const copy = Buffer.from(conclusion);
  copy.writeUInt32BE(cookie, offset.cookie);
  return copy;
}

/**
 * A handshake that was held back for this long, with the timestamp of one sent now. Otherwise its receiver would take
 * the delay for the network's, and show all media later by it (libsrt's time base, m_tsRcvPeerStartTime).
 */
export function withTimeHeldBack(handshake: Buffer, heldBackMs: number): Buffer {
  const copy = Buffer.from(handshake);
  const microseconds = copy.readUInt32BE(offset.timestamp) + Math.round(heldBackMs * 1_000);
  copy.writeUInt32BE(microseconds % 2 ** 32, offset.timestamp);
  return copy;
}

/**
 * The rejection of a conclusion, never longer than the conclusion.
 * @param reason libsrt's reject reason; from 1000 on those of its access_control.h
 */
export function buildRejection(conclusion: Buffer, reason: number): Buffer {
  const answer = Buffer.from(conclusion.subarray(0, bareHandshakeBytes));
  answer.writeUInt32BE(conclusion.readUInt32BE(offset.socketId), offset.destinationSocketId);
  answer.writeUInt32BE(srtVersion, offset.version);
  answer.writeUInt32BE(0, offset.encryption);
  answer.writeInt32BE(requestFailure + reason, offset.requestType);
  return answer;
}

/** Ends a connection; for the peer whose socket has this id. */
export function buildShutdown(socketId: number): Buffer {
  // The four bytes after the header are padding that libsrt always sends.
  const datagram = Buffer.alloc(headerBytes + 4);
  datagram.writeUInt16BE(controlShutdown, 0);
  datagram.writeUInt32BE(socketId, offset.destinationSocketId);
  return datagram;
}
