import type { BondedLink } from '@/lib/contracts/bonded-link';
import type { SrtBond } from '../../../srt/srt-route';
import { isAck } from '../../protocol/caller-claims';
import { isNak, isShutdown } from '../../protocol/srt-handshake';
import { SrtlaAcknowledgement, type SrtlaLinkReport } from '../../protocol/srtla-packet';

/** Each second moves a link's figures by this share of their change, so that they do not flicker. */
const newShare = 0.25;
/** Figures are rounded to these steps, so that a record of them is written only when they have changed. */
const steps = { sharePercent: 5, rttMs: 5, lossPercent: 0.5 } as const;

/** Moblin and BELABOX have a handful of modems. */
const maxLinks = 16;

/** One link of a group: a modem's address and port. */
export class SrtlaLink {
  readonly group: SrtlaGroup;
  readonly address: string;
  readonly port: number;
  lastDatagramMs: number;
  /** The latest report of its sender. Null without reports. */
  report: SrtlaLinkReport | null = null;
  /** Data packets since they were read last. */
  receivedPackets = 0;
  #share = 0;
  #loss: number | null = null;
  #readNaks: number | null = null;
  readonly #acknowledgement = new SrtlaAcknowledgement();

  constructor(group: SrtlaGroup, { address, port }: { address: string; port: number }, nowMs: number) {
    this.group = group;
    this.address = address;
    this.port = port;
    this.lastDatagramMs = nowMs;
  }

  /** Notes a datagram of the SRT connection, which makes this the link for answers. */
  noteSrt(nowMs: number): void {
    this.lastDatagramMs = nowMs;
    this.group.lastLink = this;
    this.group.lastSrtMs = nowMs;
  }

  /** Notes a data packet on its way to the worker. @returns an acknowledgement to send to this link, or null */
  noteData(datagram: Buffer): Buffer | null {
    this.receivedPackets++;
    return this.#acknowledgement.add(datagram.readUInt32BE(0));
  }

  /** The figures of late. To be called once a second. @param groupPackets data packets of all links since the last call */
  readFigures(groupPackets: number): BondedLink {
    const packets = this.receivedPackets;
    this.receivedPackets = 0;
    if (groupPackets > 0) this.#share += (packets / groupPackets - this.#share) * newShare;
    if (this.report) this.#noteLoss(packets, this.report.nakCount);
    return {
      share_percent: rounded(100 * this.#share, steps.sharePercent),
      rtt_ms: this.report && rounded(this.report.rttMs, steps.rttMs),
      loss_percent: this.#loss === null ? null : rounded(100 * this.#loss, steps.lossPercent),
    };
  }

  #noteLoss(packets: number, nakCount: number): void {
    const lost = Math.max(0, nakCount - (this.#readNaks ?? nakCount));
    this.#readNaks = nakCount;
    const loss = packets + lost > 0 ? lost / (packets + lost) : 0;
    this.#loss = (this.#loss ?? loss) + (loss - (this.#loss ?? loss)) * newShare;
  }
}

/**
 * The links of one SRTLA sender. To the router they are one caller, at the address that registered first, and its SRT
 * connection knows nothing of them.
 */
export class SrtlaGroup {
  id: Buffer;
  readonly address: string;
  readonly port: number;
  readonly links: SrtlaLink[] = [];
  lastLink: SrtlaLink | null = null;
  /** When a datagram of its SRT connection came last, or when the group was made. */
  lastSrtMs: number;
  openConnections = 0;
  #isChanged = false;

  /** @param caller the address by which the router knows it */
  constructor(id: Buffer, caller: { address: string; port: number }, nowMs: number) {
    // A datagram's memory is used again.
    this.id = Buffer.from(id);
    this.address = caller.address;
    this.port = caller.port;
    this.lastSrtMs = nowMs;
  }

  get isFull(): boolean {
    return this.links.length >= maxLinks;
  }

  /** The part of the group that outlives its gateway. */
  get record(): SrtBond {
    return { id: this.id.toString('base64'), links: this.links.map(({ address, port }) => ({ address, port })) };
  }

  /** Whether {@link record} is another one than at the last call. */
  readChange(): boolean {
    const isChanged = this.#isChanged;
    this.#isChanged = false;
    return isChanged;
  }

  /** The figures of each link. To be called once a second. */
  readLinks(): BondedLink[] {
    const packets = this.links.reduce((sum, { receivedPackets }) => sum + receivedPackets, 0);
    return this.links.map((link) => link.readFigures(packets));
  }

  rename(id: Buffer): void {
    this.id = Buffer.from(id);
    this.#isChanged = true;
  }

  add(link: SrtlaLink): void {
    this.links.push(link);
    this.#isChanged = true;
  }

  remove(link: SrtlaLink): void {
    this.links.splice(this.links.indexOf(link), 1);
    if (this.lastLink === link) this.lastLink = null;
    this.#isChanged = true;
  }

  /**
   * The links for a datagram to the sender. Acknowledgements and loss reports go to all, so that none is lost with a
   * link; anything else takes the link that was heard last.
   */
  linksFor(datagram: Buffer): readonly SrtlaLink[] {
    if (isAck(datagram) || isNak(datagram) || isShutdown(datagram)) return this.links;
    const last = this.lastLink ?? this.links.at(-1);
    return last ? [last] : [];
  }
}

const rounded = (value: number, step: number): number => Math.round(value / step) * step;
