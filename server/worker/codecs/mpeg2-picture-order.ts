/** Of a 10-bit number, half of what it can count: a picture that is more before the latest has counted round. */
const halfRound = 512;

/** The order in which pictures of MPEG-1 and MPEG-2 are shown, by ISO/IEC 13818-2, 6.3.9: they come in another. */
export class Mpeg2PictureOrder {
  #groupStart = 0;
  #next = 0;

  /**
   * Takes the units of the next picture.
   * @returns its place in the order of showing, counted in pictures; undefined where it has no header
   */
  placeOf(units: Buffer[]): number | undefined {
    const reference = units.map(temporalReference).find((found) => found !== undefined);
    if (reference === undefined) return undefined;
    if (units.some(isGroupHeader)) this.#groupStart = this.#next;
    while (this.#groupStart + reference < this.#next - halfRound) this.#groupStart += 2 * halfRound;
    const place = this.#groupStart + reference;
    this.#next = Math.max(this.#next, place + 1);
    return place;
  }
}

/** The number of a picture in its group, alike for its two fields. Undefined for a unit that is no picture header. */
export const temporalReference = (unit: Buffer): number | undefined =>
  unit[0] === 0x00 && unit.length > 2 ? unit.readUInt16BE(1) >> 6 : undefined;

const isGroupHeader = (unit: Buffer): boolean => unit[0] === 0xb8;
