/** One coded picture of the camera. */
export interface CodedPicture {
  /** Annex B, parameter sets included at a keyframe. */
  data: Buffer;
  /** 90 kHz media clock. */
  ticks: number;
  isKeyframe: boolean;
  /** How many came with it and after it, in the same packet; none where it does not say. */
  companions?: number;
}

/** Beyond this a group of pictures is not worth remembering: a decoder waits for the next keyframe instead. */
const maxBytes = 32 * 1024 * 1024;

/** The pictures since the latest keyframe, so that a decoder can start now and not at the next one. */
export class GopCache {
  #pictures: CodedPicture[] = [];
  #bytes = 0;

  get pictures(): readonly CodedPicture[] {
    return this.#pictures;
  }

  push(picture: CodedPicture): void {
    if (picture.isKeyframe) this.clear();
    else if (this.#pictures.length === 0) return;
    this.#pictures.push(picture);
    this.#bytes += picture.data.length;
    if (this.#bytes > maxBytes) this.clear();
  }

  clear(): void {
    this.#pictures = [];
    this.#bytes = 0;
  }
}
