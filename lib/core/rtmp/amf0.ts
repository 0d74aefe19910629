import { RtmpError } from './rtmp-error';

/*
 * Action Message Format 0 (Adobe, "AMF 0 File Format Specification"), the types that commands and metadata use. References
 * and typed objects of classes stand for their fields.
 */

export type Amf0Value = number | boolean | string | null | undefined | Amf0Value[] | Amf0Object;
export interface Amf0Object {
  [name: string]: Amf0Value;
}

const marker = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  reference: 7,
  ecmaArray: 8,
  objectEnd: 9,
  strictArray: 10,
  date: 11,
  longString: 12,
  unsupported: 13,
  xml: 15,
  typedObject: 16,
} as const;

/** A command has objects in objects at most; deeper ones are there to exhaust the stack. */
const maxDepth = 8;

/** Whether a value has fields. */
export const isAmf0Object = (value: Amf0Value): value is Amf0Object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads all values of a message.
 * @throws RtmpError when it is cut, nested too deep, or of an unknown type
 */
export function readAmf0(bytes: Buffer): Amf0Value[] {
  const reader = new Amf0Reader(bytes);
  const values: Amf0Value[] = [];
  while (!reader.isAtEnd) values.push(reader.value(0));
  return values;
}

class Amf0Reader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  value(depth: number): Amf0Value {
    if (depth > maxDepth) throw new RtmpError('AMF0 is nested too deep');
    const type = this.#take(1).readUInt8();
    switch (type) {
      case marker.number:
        return this.#take(8).readDoubleBE();
      case marker.boolean:
        return this.#take(1).readUInt8() !== 0;
      case marker.string:
        return this.#text(this.#take(2).readUInt16BE());
      case marker.longString:
      case marker.xml:
        return this.#text(this.#take(4).readUInt32BE());
      case marker.null:
        return null;
      case marker.undefined:
      case marker.unsupported:
        return undefined;
      case marker.reference:
        this.#take(2);
        return undefined;
      case marker.typedObject:
        this.#text(this.#take(2).readUInt16BE());
        return this.#fields(depth);
      case marker.object:
        return this.#fields(depth);
      case marker.ecmaArray:
        // Encoders write any count here; the end marker holds.
        this.#take(4);
        return this.#fields(depth);
      case marker.strictArray:
        return this.#items(depth);
      case marker.date: {
        const time = this.#take(8).readDoubleBE();
        this.#take(2);
        return time;
      }
      default:
        throw new RtmpError(`AMF0 has no type ${type}`);
    }
  }

  #fields(depth: number): Amf0Object {
    const fields: Amf0Object = Object.create(null);
    for (;;) {
      const name = this.#text(this.#take(2).readUInt16BE());
      if (name === '' && this.#bytes[this.#offset] === marker.objectEnd) {
        this.#offset++;
        return fields;
      }
      fields[name] = this.value(depth + 1);
    }
  }

  #items(depth: number): Amf0Value[] {
    const count = this.#take(4).readUInt32BE();
    const items: Amf0Value[] = [];
    while (items.length < count) items.push(this.value(depth + 1));
    return items;
  }

  #text(length: number): string {
    return this.#take(length).toString('utf8');
  }

  #take(length: number): Buffer {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new RtmpError('AMF0 is cut');
    const taken = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return taken;
  }
}

/** Writes values, one after the other. */
export const writeAmf0 = (values: Amf0Value[]): Buffer => Buffer.concat(values.map(encode));

function encode(value: Amf0Value): Buffer {
  if (value === undefined) return Buffer.from([marker.undefined]);
  if (value === null) return Buffer.from([marker.null]);
  if (typeof value === 'boolean') return Buffer.from([marker.boolean, Number(value)]);
  if (typeof value === 'string') return Buffer.concat([Buffer.from([marker.string]), shortText(value)]);
  if (typeof value === 'number') {
    const number = Buffer.alloc(9);
    number.writeDoubleBE(value, 1);
    return number;
  }
  if (Array.isArray(value)) {
    const head = Buffer.from([marker.strictArray, 0, 0, 0, 0]);
    head.writeUInt32BE(value.length, 1);
    return Buffer.concat([head, ...value.map(encode)]);
  }
  const fields = Object.entries(value).flatMap(([name, field]) => [shortText(name), encode(field)]);
  return Buffer.concat([Buffer.from([marker.object]), ...fields, Buffer.from([0, 0, marker.objectEnd])]);
}

function shortText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
