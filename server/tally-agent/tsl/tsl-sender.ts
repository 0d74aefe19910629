import type { SwitcherInput } from '../switcher';
import type { TslStream } from './tsl-stream';
import { everyDisplay, type Tsl5Display, Tsl5Parser } from './tsl5';
import { type Tsl31Message, Tsl31Parser } from './tsl31';

/** A message that has waited this long is followed by no byte at the moment. */
const quietMs = 20;
/** Bytes that are not understood for this long are another protocol, not a message that was damaged. */
const misreadMs = 2_000;
/** A sender that says the same for this long, with pauses no longer than the next, repeats itself. */
const provenMs = 10_000;
const maxPauseMs = 1_500;
/** A sender that repeats itself is gone after this long. */
const goneMs = 3_500;

export interface TslSenderOptions {
  version: '3.1' | '5.0';
  transport: 'udp' | 'tcp';
  /** Version 3.1 has lamps without colors: which of the four is program, and which preview. */
  programLamp: number;
  previewLamp: number;
  /** After this long without a message everything is unknown; null where a sender's own rhythm tells when it is gone. */
  silenceMs: number | null;
}

/** One switcher that sends TSL, and the inputs that it has set until it is silent or sends something else. */
export class TslSender {
  /** By number. */
  readonly inputs = new Map<number, SwitcherInput>();
  readonly #options: TslSenderOptions;
  readonly #stream: TslStream<Tsl31Message | Tsl5Display[]>;
  readonly #onChange: (changed: readonly SwitcherInput[]) => void;
  #quiet: NodeJS.Timeout | undefined;
  #misread: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  /** Arrivals since the last message. */
  #misreads = 0;
  #isMisread = false;
  #heardMs = 0;
  #sameSinceMs = 0;
  #repeats = false;

  /** @param onChange gets the inputs that are new or say something else; none where the sender is lost */
  constructor(options: TslSenderOptions, onChange: (changed: readonly SwitcherInput[]) => void) {
    this.#options = options;
    this.#stream = options.version === '3.1' ? new Tsl31Parser() : new Tsl5Parser(options.transport === 'udp');
    this.#onChange = onChange;
  }

  /** Whether the bytes belong to another protocol. */
  get isMisread(): boolean {
    return this.#isMisread;
  }

  receive(chunk: Buffer): void {
    clearTimeout(this.#quiet);
    const messages = this.#stream.push(chunk);
    if (this.#stream.isWaiting) this.#quiet = setTimeout(() => this.#take(this.#stream.flush()), quietMs);
    this.#take(messages);
    if (messages.length > 0) return;
    this.#misreads++;
    this.#misread ??= setTimeout(() => this.#judgeMisreads(), misreadMs);
  }

  close(): void {
    for (const timer of [this.#quiet, this.#misread, this.#silence]) clearTimeout(timer);
  }

  #take(messages: readonly (Tsl31Message | Tsl5Display[])[]): void {
    if (messages.length === 0) return;
    const wasMisread = this.#isMisread;
    this.#forgetMisreads();
    this.#isMisread = false;
    const changed = messages.flatMap((message) => this.#inputsOf(message)).flatMap((input) => this.#set(input));
    this.#waitForNext(changed.length > 0);
    if (changed.length > 0 || wasMisread) this.#onChange(changed);
  }

  /** Version 3.1 has lamps without colors. */
  #inputsOf(message: Tsl31Message | Tsl5Display[]): SwitcherInput[] {
    if (Array.isArray(message)) {
      return message.map(({ index, red, green, text }) => ({
        number: index,
        name: text,
        program: red,
        preview: green,
      }));
    }
    const { address, tallies, text } = message;
    const isOn = (lamp: number) => tallies[lamp - 1] ?? false;
    const { programLamp, previewLamp } = this.#options;
    return [{ number: address, name: text, program: isOn(programLamp), preview: isOn(previewLamp) }];
  }

  /** @returns the inputs that it changes */
  #set(said: SwitcherInput): SwitcherInput[] {
    const { number, program, preview } = said;
    const set =
      number === everyDisplay
        ? [...this.inputs.values()].map((input) => Object.assign({}, input, { program, preview }))
        : [said];
    const changed = set.filter((input) => !isSame(this.inputs.get(input.number ?? 0), input));
    for (const input of changed) this.inputs.set(input.number ?? 0, input);
    return changed;
  }

  /** TSL has no sign of life, but a sender that repeats itself gives one. */
  #waitForNext(isChanged: boolean): void {
    const nowMs = performance.now();
    if (isChanged || nowMs - this.#heardMs > maxPauseMs) this.#sameSinceMs = nowMs;
    this.#heardMs = nowMs;
    this.#repeats ||= nowMs - this.#sameSinceMs >= provenMs;
    clearTimeout(this.#silence);
    const silenceMs = this.#options.silenceMs ?? (this.#repeats ? goneMs : null);
    if (silenceMs !== null) this.#silence = setTimeout(() => this.#lose(), silenceMs);
  }

  #judgeMisreads(): void {
    this.#isMisread = this.#misreads > 1 || this.inputs.size === 0;
    this.#forgetMisreads();
    if (this.#isMisread) this.#lose();
  }

  #forgetMisreads(): void {
    clearTimeout(this.#misread);
    this.#misread = undefined;
    this.#misreads = 0;
  }

  #lose(): void {
    this.#repeats = false;
    this.inputs.clear();
    this.#onChange([]);
  }
}

const isSame = (one: SwitcherInput | undefined, other: SwitcherInput): boolean =>
  one?.name === other.name && one.program === other.program && one.preview === other.preview;
