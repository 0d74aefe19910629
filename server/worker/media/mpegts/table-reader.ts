import { SectionReader } from './program-tables';

/** A longer table is damaged: most take one packet. PAT and PMT together fit into one SRT message. */
const maxTablePackets = 3;

/** Reads the sections of one table, and keeps its packets to send them again unchanged. */
export class TableReader {
  #whole: Buffer[] = [];
  #gathered: Buffer[] = [];
  #sections = new SectionReader();

  /** The packets of the latest whole table. */
  get packets(): readonly Buffer[] {
    return this.#whole;
  }

  /**
   * Takes the table's next packet.
   * @param payload of the packet
   * @param startsSection payload_unit_start_indicator
   * @param isGap something is missing before it
   * @returns the sections that it completes
   */
  pushPacket(packet: Buffer, payload: Buffer, startsSection: boolean, isGap: boolean): Buffer[] {
    // Copied, because it would keep the whole message alive.
    if (startsSection) this.#gathered = [Buffer.from(packet)];
    else if (this.#gathered.length > 0 && this.#gathered.length < maxTablePackets) {
      this.#gathered.push(Buffer.from(packet));
    }
    const sections = this.#sections.pushPayload(payload, startsSection, isGap);
    if (sections.length > 0) this.#whole = [...this.#gathered];
    return sections;
  }
}
