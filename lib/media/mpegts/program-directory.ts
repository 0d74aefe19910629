import { type ElementaryStream, identifyStream } from './elementary-stream';
import { type ListedProgram, type ProgramMap, readProgramMap, readPrograms } from './program-tables';
import { payloadStart } from './ts-packet';

/** Tables come at least twice a second; a program without a map by then has none. */
const mapTimeoutMs = 1_000;
/** Limit of one multiplex; even a full satellite transponder carries fewer. */
const maxPrograms = 64;

/** A program and its streams. */
export interface KnownProgram {
  number: number;
  pmtPid: number;
  map: ProgramMap;
}

/**
 * The programs of a transport stream, and the current one. That is the chosen one while it is there, else the first
 * with video, else the first.
 */
export class ProgramDirectory {
  readonly #now: () => number;
  #programs: ListedProgram[] = [];
  #mapPids = new Set<number>();
  #listedMs = 0;
  readonly #maps = new Map<number, ProgramMap>();
  /** Streams whose type no map names, identified by their first bytes. */
  readonly #identified = new Map<number, ElementaryStream>();
  #unnamedPids = new Set<number>();
  #choice: number | null = null;

  /** @param now a clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The programs whose map is known. */
  get programs(): KnownProgram[] {
    return this.#programs.flatMap(({ number, pmtPid }) => {
      const map = this.#maps.get(number);
      return map ? [{ number, pmtPid, map }] : [];
    });
  }

  /** The program to take; null while undecided. */
  get taken(): KnownProgram | null {
    const known = this.programs;
    const isWhole = known.length === this.#programs.length || this.#now() - this.#listedMs >= mapTimeoutMs;
    if (!isWhole) return null;
    return known.find(({ number }) => number === this.#choice) ?? known.find(hasVideo) ?? known[0] ?? null;
  }

  /** Whether this PID carries program maps. */
  isMapPid(pid: number): boolean {
    return this.#mapPids.has(pid);
  }

  /** @param programNumber null: the first with video */
  choose(programNumber: number | null): void {
    this.#choice = programNumber;
  }

  /** Takes a program association section. */
  readAssociation(section: Buffer): void {
    const programs = readPrograms(section)?.slice(0, maxPrograms);
    if (!programs || isSameList(programs, this.#programs)) return;
    this.#programs = programs;
    this.#listedMs = this.#now();
    this.#mapPids = new Set(programs.map(({ pmtPid }) => pmtPid));
    for (const number of this.#maps.keys()) {
      if (!programs.some((program) => program.number === number)) this.#maps.delete(number);
    }
  }

  /** Takes a section of a PID of {@link isMapPid}. */
  readMap(pid: number, section: Buffer): void {
    for (const { number, pmtPid } of this.#programs) {
      const map = pmtPid === pid ? readProgramMap(section, number, this.#identified) : null;
      if (!map) continue;
      this.#maps.set(number, map);
      this.#unnamedPids = new Set([...this.#maps.values()].flatMap(({ unnamedPids }) => unnamedPids));
    }
  }

  /**
   * Identifies the stream of this PID, if its program does not name the type and these bytes tell. It becomes one of
   * the program's streams with the next map.
   * @param packet starts a PES packet
   */
  identify(pid: number, packet: Buffer): void {
    const stream = this.#unnamedPids.has(pid) ? identifyStream(pid, packet.subarray(payloadStart(packet))) : null;
    if (!stream) return;
    this.#identified.set(pid, stream);
    this.#unnamedPids.delete(pid);
  }
}

export const hasVideo = ({ map: { streams, unsupported } }: KnownProgram): boolean =>
  streams.some(({ kind }) => kind === 'video') || unsupported.some(({ media }) => media === 'video');

const isSameList = (a: ListedProgram[], b: ListedProgram[]): boolean =>
  a.length === b.length && a.every(({ number, pmtPid }, i) => b[i]?.number === number && b[i].pmtPid === pmtPid);
