/** The result of reading at a place of a stream: a whole message, the beginning of one, or neither (null). */
export type Reading<Message> = { message: Message; bytes: number } | 'partial' | null;

/** Reads what stands at a place of a stream. @param isExpected whether a message is known to begin there, which is no guess */
export type ReadAt<Message> = (bytes: Buffer, at: number, isExpected: boolean) => Reading<Message>;

/**
 * Finds messages in a stream by its bytes alone, however chunks or datagrams cut it. A message follows the one before it;
 * only where none does, the next one is looked for byte by byte.
 */
export class TslStream<Message> {
  readonly #readAt: ReadAt<Message>;
  readonly #headerBytes: number;
  #rest: Buffer = Buffer.alloc(0);
  /** Whether what comes next begins a message: at the stream's begin, and behind a message. */
  #isExpected = true;

  /** @param headerBytes how many bytes tell that a message begins; none begins inside of them */
  constructor(readAt: ReadAt<Message>, headerBytes: number) {
    this.#readAt = readAt;
    this.#headerBytes = headerBytes;
  }

  /** Whether bytes wait for the rest of their message. */
  get isWaiting(): boolean {
    return this.#rest.length > 0;
  }

  /** Tells that a message begins with the next byte, as with a datagram. */
  expect(): void {
    this.#isExpected = true;
  }

  /** @returns the messages that are whole now, and that no later byte can change */
  push(chunk: Buffer): Message[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    return this.#take(false);
  }

  /** Decides by the bytes there are, for nothing follows them at the moment. @returns the messages that were waiting */
  flush(): Message[] {
    return this.#take(true);
  }

  #take(isQuiet: boolean): Message[] {
    const messages: Message[] = [];
    let at = 0;
    while (at < this.#rest.length) {
      const reading = this.#readAt(this.#rest, at, this.#isExpected);
      const next = reading === null ? at + 1 : this.#nextPlace(at, reading, isQuiet);
      if (next === null) break;
      this.#isExpected = reading !== null && reading !== 'partial' && next === at + reading.bytes;
      if (this.#isExpected && reading !== null && reading !== 'partial') messages.push(reading.message);
      at = next;
    }
    this.#rest = this.#rest.subarray(at);
    return messages;
  }

  /** @returns where to go on: behind the message, or where another one interrupts it; null to wait for more bytes */
  #nextPlace(at: number, reading: Exclude<Reading<Message>, null>, isQuiet: boolean): number | null {
    // One that was cut off keeps nobody waiting once a whole message has come behind it.
    if (reading === 'partial') return isQuiet ? this.#findInside(at, this.#rest.length, 0).whole : null;
    const end = at + reading.bytes;
    const following = end < this.#rest.length ? this.#readAt(this.#rest, end, this.#isExpected) : 'partial';
    if (following !== null && end + this.#headerBytes <= this.#rest.length) return end;
    // It may be the beginning of one that was cut off, with a part of the next one.
    const inside = this.#findInside(at, end, end);
    if (inside.whole !== null && following === null) return inside.whole;
    return (inside.whole !== null || inside.isPartial) && !isQuiet ? null : end;
  }

  /** Looks for messages that begin between two places, and end no earlier than at a third. */
  #findInside(start: number, end: number, minEnd: number): { whole: number | null; isPartial: boolean } {
    let isPartial = false;
    for (let at = start + this.#headerBytes; at < end; at++) {
      const reading = this.#readAt(this.#rest, at, false);
      if (reading === 'partial') isPartial ||= at + this.#headerBytes <= this.#rest.length;
      else if (reading !== null && at + reading.bytes >= minEnd) return { whole: at, isPartial };
    }
    return { whole: null, isPartial };
  }
}
