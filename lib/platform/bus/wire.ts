/** What carries texts between processes, with no promise about lost connections; `wire-bus.ts` adds that. */
export interface Wire {
  /**
   * Sends texts to every line of every process, the own one included, in their order.
   * @throws when they cannot be known to have arrived
   */
  send(texts: string[]): Promise<void>;
  /** @returns once every text sent from now on will reach `onText` @throws when there is no connection */
  listen(onText: (text: string) => void): Promise<Line>;
  /** Frees what sending holds. */
  close(): Promise<void>;
}

/** One listening connection. */
export interface Line {
  /** Settles, and never rejects, when the connection is gone, for whatever reason. */
  ended: Promise<void>;
  close(): Promise<void>;
}
