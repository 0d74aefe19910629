/** The discrete Fourier transform of one size, in place: radix 2, decimation in time (Cooley and Tukey, 1965). */
export class Fourier {
  readonly size: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #reversed: Uint32Array;

  /** @param size a power of two */
  constructor(size: number) {
    this.size = size;
    const angleOf = (index: number) => (2 * Math.PI * index) / size;
    this.#cos = Float64Array.from({ length: size / 2 }, (_, index) => Math.cos(angleOf(index)));
    this.#sin = Float64Array.from({ length: size / 2 }, (_, index) => -Math.sin(angleOf(index)));
    this.#reversed = new Uint32Array(size);
    for (let index = 1; index < size; index++) {
      this.#reversed[index] = ((this.#reversed[index >> 1] ?? 0) >> 1) | (index & 1 ? size / 2 : 0);
    }
  }

  /** Replaces a signal by its spectrum. */
  transform(real: Float64Array, imaginary: Float64Array): void {
    this.#reorder(real);
    this.#reorder(imaginary);
    for (let half = 1; half < this.size; half *= 2) {
      const stride = this.size / (2 * half);
      for (let start = 0; start < this.size; start += 2 * half) this.#combine(real, imaginary, start, half, stride);
    }
  }

  /** Replaces a spectrum by its signal times {@link size}. */
  invert(real: Float64Array, imaginary: Float64Array): void {
    this.transform(imaginary, real);
  }

  #combine(real: Float64Array, imaginary: Float64Array, start: number, half: number, stride: number): void {
    for (let low = start, turn = 0; low < start + half; low++, turn += stride) {
      const high = low + half;
      const cos = this.#cos[turn] ?? 0;
      const sin = this.#sin[turn] ?? 0;
      const highReal = real[high] ?? 0;
      const highImaginary = imaginary[high] ?? 0;
      const lowReal = real[low] ?? 0;
      const lowImaginary = imaginary[low] ?? 0;
      const turnedReal = highReal * cos - highImaginary * sin;
      const turnedImaginary = highReal * sin + highImaginary * cos;
      real[high] = lowReal - turnedReal;
      imaginary[high] = lowImaginary - turnedImaginary;
      real[low] = lowReal + turnedReal;
      imaginary[low] = lowImaginary + turnedImaginary;
    }
  }

  #reorder(values: Float64Array): void {
    for (let index = 0; index < this.size; index++) {
      const other = this.#reversed[index] ?? 0;
      if (other <= index) continue;
      const value = values[index] ?? 0;
      values[index] = values[other] ?? 0;
      values[other] = value;
    }
  }
}
