/**
 * VISCA, the language of most PTZ cameras, as bytes. Source: Sony's VISCA command lists (BRC and SRG series, "VISCA over
 * IP"). Does no I/O.
 */

const terminator = 0xff;
const maxPanSpeed = 0x18;
const maxTiltSpeed = 0x14;
const maxZoomSpeed = 7;
/** The zoom position at the long end of the optical range. */
const fullTele = 0x4000;
/** At full tele the slowest speeds still move, and the fastest do not jump. */
const teleSpeedFactor = 0.15;
/** A turn to a point is slower than the motors could: else the eye loses the thing that was pressed. */
const turnSpeed = 0.7;

/** Speeds from -1 to 1: right, up and tele are positive. */
export interface PtzSpeeds {
  pan: number;
  tilt: number;
  zoom: number;
}

export const stillPtz: PtzSpeeds = { pan: 0, tilt: 0, zoom: 0 };

const packet = (...bytes: number[]): Uint8Array => Uint8Array.of(0x81, ...bytes, terminator);

/** A speed of 1 to `max` for any that is not 0, so that the gentlest push moves the camera. */
const speedOf = (speed: number, max: number): number => Math.max(1, Math.min(max, Math.round(Math.abs(speed) * max)));

const directionOf = (speed: number, [negative, positive]: [number, number]): number =>
  speed === 0 ? 3 : speed < 0 ? negative : positive;

/** A signed number of 16 bits, a byte for each four of them. */
function nibblesOf(units: number): number[] {
  const bits = Math.max(-0x7fff, Math.min(0x7fff, Math.round(units))) & 0xffff;
  return [12, 8, 4, 0].map((shift) => (bits >> shift) & 0x0f);
}

/** The commands and inquiries that Sightline sends. */
export const visca = {
  /** @param zoomPosition 0 for wide to 1 for tele: the same push turns the camera slower there */
  panTilt({ pan, tilt }: Pick<PtzSpeeds, 'pan' | 'tilt'>, zoomPosition = 0): Uint8Array {
    const factor = 1 - (1 - teleSpeedFactor) * zoomPosition;
    return packet(
      0x01,
      0x06,
      0x01,
      speedOf(pan * factor, maxPanSpeed),
      speedOf(tilt * factor, maxTiltSpeed),
      directionOf(pan, [1, 2]),
      directionOf(tilt, [2, 1]),
    );
  },
  zoom(zoom: number): Uint8Array {
    const speed = Math.min(maxZoomSpeed, Math.round(Math.abs(zoom) * maxZoomSpeed));
    return packet(0x01, 0x04, 0x07, zoom === 0 ? 0 : (zoom > 0 ? 0x20 : 0x30) | speed);
  },
  /**
   * Turns by so many units of the camera's motors.
   * @param zoomPosition 0 for wide to 1 for tele: the camera turns slower there
   */
  turnBy({ pan, tilt }: Pick<PtzSpeeds, 'pan' | 'tilt'>, zoomPosition = 0): Uint8Array {
    const factor = turnSpeed * (1 - (1 - teleSpeedFactor) * zoomPosition);
    return packet(
      0x01,
      0x06,
      0x03,
      speedOf(factor, maxPanSpeed),
      speedOf(factor, maxTiltSpeed),
      ...nibblesOf(pan),
      ...nibblesOf(tilt),
    );
  },
  home: (): Uint8Array => packet(0x01, 0x06, 0x04),
  recall: (preset: number): Uint8Array => packet(0x01, 0x04, 0x3f, 0x02, preset),
  store: (preset: number): Uint8Array => packet(0x01, 0x04, 0x3f, 0x01, preset),
  clear: (preset: number): Uint8Array => packet(0x01, 0x04, 0x3f, 0x00, preset),
  askZoom: (): Uint8Array => packet(0x09, 0x04, 0x47),
} as const;

/** @returns 0 for wide to 1 for the end of the optical range; null for what is no zoom position */
export function readZoomPosition(data: Uint8Array): number | null {
  if (data.length !== 4 || data.some((nibble) => nibble > 0x0f)) return null;
  const position = data.reduce((sum, nibble) => sum * 16 + nibble, 0);
  return Math.min(1, position / fullTele);
}

/** Why a camera refused a command, by the code in its reply. */
const errorWords: Record<number, string> = {
  1: 'the message was too long',
  2: 'it does not know the command',
  3: 'it is busy with others',
  4: 'the command was cancelled',
  5: 'it has no such command under way',
  65: 'it cannot do that at the moment',
};

/** The reply of a camera. `socket` tells apart the commands that a camera carries out at a time. */
export type ViscaReply =
  | { kind: 'ack'; socket: number }
  | { kind: 'done'; socket: number; data: Uint8Array }
  | { kind: 'refused'; socket: number; isBusy: boolean; words: string };

/** @param bytes one message, with its terminator @returns null for what is no reply */
export function readViscaReply(bytes: Uint8Array): ViscaReply | null {
  const [address = 0, type = 0, code = 0] = bytes;
  if (bytes.length < 3 || (address & 0x80) === 0 || bytes.at(-1) !== terminator) return null;
  const socket = type & 0x0f;
  if (type >> 4 === 4) return { kind: 'ack', socket };
  if (type >> 4 === 5) return { kind: 'done', socket, data: bytes.slice(2, -1) };
  if (type >> 4 !== 6) return null;
  return { kind: 'refused', socket, isBusy: code === 0x03, words: errorWords[code] ?? `error ${code}` };
}

/** Splits a byte stream into messages. @returns what is left has no end yet */
export function splitVisca(bytes: Uint8Array): { messages: Uint8Array[]; rest: Uint8Array } {
  const messages: Uint8Array[] = [];
  let from = 0;
  for (let end = bytes.indexOf(terminator); end >= 0; end = bytes.indexOf(terminator, from)) {
    messages.push(bytes.slice(from, end + 1));
    from = end + 1;
  }
  return { messages, rest: bytes.slice(from) };
}

const headerBytes = 8;
const payloadTypes = {
  command: 0x0100,
  inquiry: 0x0110,
  reply: 0x0111,
  control: 0x0200,
  controlReply: 0x0201,
} as const;
type PayloadType = keyof typeof payloadTypes;

/** A message of VISCA over IP with its header. */
export interface ViscaEnvelope {
  type: PayloadType;
  /** 32 bits. */
  sequence: number;
  payload: Uint8Array;
}

/** Puts Sony's header before a message. */
export function wrapVisca({ type, sequence, payload }: ViscaEnvelope): Uint8Array {
  const bytes = new Uint8Array(headerBytes + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, payloadTypes[type]);
  view.setUint16(2, payload.length);
  view.setUint32(4, sequence);
  bytes.set(payload, headerBytes);
  return bytes;
}

/** Reads a datagram with Sony's header. @returns null for any other */
export function unwrapVisca(bytes: Uint8Array): ViscaEnvelope | null {
  if (bytes.length < headerBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [type] = Object.entries(payloadTypes).find(([, code]) => code === view.getUint16(0)) ?? [];
  const payload = bytes.slice(headerBytes);
  if (!type || payload.length !== view.getUint16(2)) return null;
  return { type: type as PayloadType, sequence: view.getUint32(4), payload };
}

/** The header's type of a message to a camera: a command or an inquiry. */
export const viscaTypeOf = (message: Uint8Array): 'command' | 'inquiry' =>
  message[1] === 0x09 ? 'inquiry' : 'command';

/** Begins the sequence numbers anew. */
export const resetSequence: Uint8Array = Uint8Array.of(0x01);

/** Whether a control reply says that the sequence number was not the expected one. */
export const isOutOfStep = (payload: Uint8Array): boolean => payload[0] === 0x0f && payload[1] === 0x01;
