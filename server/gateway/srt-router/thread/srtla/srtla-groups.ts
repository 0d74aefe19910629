import { networkOf } from '@/lib/core/network-of';
import type { SrtBond } from '../../../srt/srt-route';
import { SrtlaIds } from '../../protocol/srtla-ids';
import { buildReg2, parseSrtlaPacket, reg3, regErr, regNgp } from '../../protocol/srtla-packet';
import { CallerLimits } from '../caller-limits';
import { type HalfOpenCaller, HalfOpenSlots } from '../half-open-slots';
import { SrtlaGroup, SrtlaLink } from './srtla-group';

const linkTimeoutMs = 15_000;
const groupTimeoutMs = 30_000;
/** A group that carries no SRT connection. Its sender asks for another one when it has something to send. */
const idleTimeoutMs = 5_000;
/** A link in use sends a keepalive each second. One that is silent may be taken over, which may be forged. */
const silentLinkMs = 2_000;

interface Address {
  address: string;
  port: number;
}

export interface SrtlaGroupsOptions {
  send(datagram: Buffer, to: Address): void;
  /** A datagram was dropped because its source sends too many. */
  onLimited(): void;
}

/**
 * The SRTLA groups of a public port. A group holds a half-open slot until it carries an SRT connection. So a flood of
 * registrations displaces groups of its own network, and never one that carries media.
 */
export class SrtlaGroups {
  readonly #options: SrtlaGroupsOptions;
  readonly #limits = new CallerLimits();
  readonly #ids = new SrtlaIds();
  readonly #slots = new HalfOpenSlots();
  readonly #slotOf = new Map<SrtlaGroup, HalfOpenCaller>();
  readonly #byId = new Map<string, SrtlaGroup>();
  /** By port, because a number is looked up faster than a text, and that happens for each datagram. */
  readonly #links = new Map<number, SrtlaLink[]>();

  constructor(options: SrtlaGroupsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#byId.size;
  }

  findLink({ address, port }: Address): SrtlaLink | undefined {
    return this.#links.get(port)?.find((link) => link.address === address);
  }

  /** Receives a datagram of SRTLA itself. @returns whether it is a valid one from a source within its limits */
  receive(datagram: Buffer, { address, port }: Address, nowMs: number): boolean {
    const source = { address, port };
    const network = networkOf(address);
    const caller = { ...source, socketId: 0 };
    if (port === 0 || !this.#limits.allowsHandshake(caller, network, nowMs)) return this.#drop();
    const packet = parseSrtlaPacket(datagram);
    if (!packet) return false;
    if (packet.kind === 'reg1') {
      this.#options.send(buildReg2(this.#ids.issue(packet.id, network, nowMs)), source);
      return true;
    }
    if (packet.kind === 'reg2') {
      if (!this.#limits.allowsCall(caller, network, nowMs)) return this.#drop();
      this.#options.send(this.#register(packet.id, source, nowMs), source);
      return true;
    }
    const link = this.findLink(source);
    if (link) {
      link.lastDatagramMs = nowMs;
      if (packet.report) link.report = packet.report;
    }
    this.#options.send(link ? datagram : regNgp, source);
    return true;
  }

  /** Marks a group as one that carries an SRT connection. */
  opened(group: SrtlaGroup): void {
    group.openConnections++;
    this.#freeSlot(group);
  }

  /** The opposite of {@link opened}. */
  closed(group: SrtlaGroup): void {
    group.openConnections--;
  }

  /** Restores a group of the process that had this port before. @param caller the address by which it was known */
  restore({ id, links }: SrtBond, caller: Address, nowMs: number): SrtlaGroup {
    const group = new SrtlaGroup(Buffer.from(id, 'base64'), caller, nowMs);
    this.#byId.set(keyOf(group.id), group);
    for (const link of links) this.#addLink(group, link, nowMs);
    return group;
  }

  /** Ends links that have been silent, and groups that carry nothing. */
  sweep(nowMs: number): void {
    this.#limits.sweep(nowMs);
    for (const group of this.#byId.values()) {
      for (const link of [...group.links]) {
        if (nowMs - link.lastDatagramMs > linkTimeoutMs) this.#removeLink(link);
      }
      const timeoutMs = group.openConnections > 0 ? groupTimeoutMs : idleTimeoutMs;
      if (nowMs - group.lastSrtMs > timeoutMs) this.#remove(group);
    }
  }

  #drop(): false {
    this.#options.onLimited();
    return false;
  }

  /** @returns the answer to a REG2 */
  #register(id: Buffer, source: Address, nowMs: number): Buffer {
    const link = this.findLink(source);
    const known = this.#byId.get(keyOf(id));
    if (link && link.group === known) {
      link.lastDatagramMs = nowMs;
      return reg3;
    }
    const network = known ? null : this.#ids.networkOf(id, nowMs);
    if (!known && network === null) return regNgp;
    if (link && nowMs - link.lastDatagramMs < silentLinkMs) return regErr;
    if (link && network !== null) {
      // The sender registers anew, and goes on with its group.
      this.#rename(link.group, id);
      link.lastDatagramMs = nowMs;
      return reg3;
    }
    const group = known ?? this.#open(id, network ?? '', source, nowMs);
    if (!group || group.isFull) return regErr;
    if (link) this.#removeLink(link);
    this.#addLink(group, source, nowMs);
    return reg3;
  }

  /** Makes a group. Null when there are too many. */
  #open(id: Buffer, network: string, source: Address, nowMs: number): SrtlaGroup | null {
    const group = new SrtlaGroup(id, source, nowMs);
    this.#byId.set(keyOf(group.id), group);
    const slot = { network, streamId: network, onDisplaced: () => this.#remove(group) };
    this.#slotOf.set(group, slot);
    this.#slots.take(slot);
    return this.#slotOf.has(group) ? group : null;
  }

  #rename(group: SrtlaGroup, id: Buffer): void {
    this.#byId.delete(keyOf(group.id));
    group.rename(id);
    this.#byId.set(keyOf(id), group);
  }

  #addLink(group: SrtlaGroup, { address, port }: Address, nowMs: number): void {
    const link = new SrtlaLink(group, { address, port }, nowMs);
    group.add(link);
    const others = this.#links.get(port);
    if (others) others.push(link);
    else this.#links.set(port, [link]);
  }

  #removeLink(link: SrtlaLink): void {
    link.group.remove(link);
    const rest = (this.#links.get(link.port) ?? []).filter((other) => other !== link);
    if (rest.length > 0) this.#links.set(link.port, rest);
    else this.#links.delete(link.port);
  }

  #remove(group: SrtlaGroup): void {
    for (const link of [...group.links]) this.#removeLink(link);
    this.#byId.delete(keyOf(group.id));
    this.#freeSlot(group);
  }

  #freeSlot(group: SrtlaGroup): void {
    const slot = this.#slotOf.get(group);
    if (slot) this.#slots.free(slot);
    this.#slotOf.delete(group);
  }
}

const keyOf = (id: Buffer): string => id.toString('latin1');
