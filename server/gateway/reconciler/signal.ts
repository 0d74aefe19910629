/** Lets one loop sleep until somebody rings. A ring while nobody sleeps is kept; many are one. */
export class Signal {
  private rung = false;
  private wake: (() => void) | null = null;

  notify(): void {
    this.rung = true;
    this.wake?.();
  }

  /** Returns at the next ring, at once if there was one since the last wait, or after `timeoutMs`. */
  async wait(timeoutMs: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.wake = null;
    }
    this.rung = false;
  }
}
