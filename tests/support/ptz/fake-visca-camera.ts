import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { PtzControl } from '@/lib/contracts/ptz';
import type { ViscaProtocol } from '@/lib/contracts/ptz-protocols';
import { splitVisca, unwrapVisca, viscaTypeOf, wrapVisca } from '@/lib/core/visca';

interface Quirks {
  /** Completes commands and acknowledges none. */
  skipsAck?: boolean;
  /** Receives this many datagrams as if they were lost. */
  losesFirst?: number;
  /** Hears everything and answers nothing. */
  isDeaf?: boolean;
  /** Refuses this many commands, because it is busy. */
  isBusyFor?: number;
  /** Cannot carry out commands at the moment. */
  refuses?: boolean;
  /** The sequence number that it has seen last, from somebody else. */
  lastSequence?: number;
  /** Answers to this port, as Sony's cameras do to 52381; else to where the command came from. */
  repliesTo?: number;
  /** Where its zoom is, from 0 to 0x4000. */
  zoomPosition?: number;
}

/** A command as a camera has received it, in hexadecimal. */
export interface HeardCommand {
  hex: string;
  /** By performance.now(). */
  atMs: number;
}

/** Allowed by PULL_NETWORKS in tests. */
const cameraAddress = '127.9.0.1';

/** A camera on this machine that speaks one dialect of VISCA over IP by a real socket, with the quirks of real ones. */
export class FakeViscaCamera {
  readonly protocol: ViscaProtocol;
  /** Commands, oldest first; without inquiries, and each one that was sent again counts once more. */
  readonly heard: HeardCommand[] = [];
  /** Hears each command as it comes. */
  onHeard: (command: HeardCommand) => void = () => undefined;
  /** How many times the sequence numbers began anew. */
  resets = 0;
  readonly quirks: Quirks;
  /** How far its relative turns have brought it, in units of its motors. */
  readonly turned = { pan: 0, tilt: 0 };
  readonly #connections = new Set<Socket>();
  #lastSequence: number;
  #port = 0;
  #close: () => Promise<void> = async () => undefined;

  static async open(protocol: ViscaProtocol, quirks: Quirks = {}): Promise<FakeViscaCamera> {
    const camera = new FakeViscaCamera(protocol, quirks);
    await (protocol === 'visca_tcp' ? camera.#listen() : camera.#bind());
    return camera;
  }

  private constructor(protocol: ViscaProtocol, quirks: Quirks) {
    this.protocol = protocol;
    this.quirks = quirks;
    this.#lastSequence = quirks.lastSequence ?? 0;
  }

  /** Where it is, as a stream's setting has it. */
  get control(): PtzControl & { protocol: ViscaProtocol } {
    return { protocol: this.protocol, host: cameraAddress, port: this.#port };
  }

  /** The commands that it has heard, in hexadecimal; one that came again at once counts once. */
  get commands(): string[] {
    return this.heard.map(({ hex }) => hex).filter((hex, index, all) => hex !== all[index - 1]);
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** Ends its connections and goes on listening, as after a restart. */
  dropConnections(): void {
    for (const connection of this.#connections) connection.destroy();
  }

  async #bind(): Promise<void> {
    const socket = createSocket('udp4');
    socket.on('message', (bytes, from) => {
      if (this.#loses()) return;
      const reply = (answer: Uint8Array) => socket.send(answer, this.quirks.repliesTo ?? from.port, from.address);
      if (this.protocol === 'visca_udp') this.#answerEnvelope(bytes, reply);
      else for (const message of splitVisca(bytes).messages) this.#answer(message, reply);
    });
    socket.bind(0, cameraAddress);
    await once(socket, 'listening');
    this.#port = socket.address().port;
    this.#close = () => new Promise((resolve) => socket.close(resolve));
  }

  async #listen(): Promise<void> {
    const server = createServer((connection) => {
      this.#connections.add(connection);
      connection.on('close', () => this.#connections.delete(connection)).on('error', () => connection.destroy());
      let rest: Uint8Array = new Uint8Array();
      connection.on('data', (bytes) => {
        const split = splitVisca(Buffer.concat([rest, bytes]));
        rest = split.rest;
        for (const message of split.messages) this.#answer(message, (answer) => connection.write(answer));
      });
    });
    server.listen(0, cameraAddress);
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a TCP server has an address');
    this.#port = address.port;
    this.#close = async () => {
      this.dropConnections();
      server.close();
      await once(server, 'close');
    };
  }

  #loses(): boolean {
    if (!this.quirks.losesFirst) return false;
    this.quirks.losesFirst--;
    return true;
  }

  #answerEnvelope(bytes: Uint8Array, reply: (answer: Uint8Array) => void): void {
    const envelope = unwrapVisca(bytes);
    if (!envelope) return;
    const { type, sequence, payload } = envelope;
    const control = (answer: Uint8Array) => reply(wrapVisca({ type: 'controlReply', sequence, payload: answer }));
    if (type === 'control') {
      this.#lastSequence = 0;
      this.resets++;
      if (!this.quirks.isDeaf) control(Uint8Array.of(0x01));
    } else if (sequence < this.#lastSequence) {
      control(Uint8Array.of(0x0f, 0x01));
    } else {
      this.#lastSequence = sequence;
      this.#answer(payload, (answer) => reply(wrapVisca({ type: 'reply', sequence, payload: answer })));
    }
  }

  #answer(message: Uint8Array, send: (answer: Uint8Array) => void): void {
    const reply = (...bytes: number[]) => {
      if (!this.quirks.isDeaf) send(Uint8Array.of(0x90, ...bytes, 0xff));
    };
    if (viscaTypeOf(message) === 'inquiry') {
      const position = this.quirks.zoomPosition;
      const nibbles = [12, 8, 4, 0].map((shift) => ((position ?? 0) >> shift) & 0x0f);
      if (position === undefined) reply(0x60, 0x02);
      else reply(0x50, ...nibbles);
      return;
    }
    const command = { hex: Buffer.from(message).toString('hex'), atMs: performance.now() };
    this.heard.push(command);
    this.onHeard(command);
    if (this.quirks.refuses) reply(0x61, 0x41);
    else if (this.quirks.isBusyFor) {
      this.quirks.isBusyFor--;
      reply(0x60, 0x03);
    } else {
      this.#turn(message);
      if (!this.quirks.skipsAck) reply(0x41);
      reply(0x51);
    }
  }

  #turn(message: Uint8Array): void {
    if (!Buffer.from(message).toString('hex').startsWith('81010603')) return;
    const numberAt = (from: number) =>
      Buffer.from([0, 2].map((at) => ((message[from + at] ?? 0) << 4) | (message[from + at + 1] ?? 0))).readInt16BE();
    this.turned.pan += numberAt(6);
    this.turned.tilt += numberAt(10);
  }
}
