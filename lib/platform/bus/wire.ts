/** Carries texts between processes, without any promise about lost connections; `wire-bus.ts` adds that. */
export interface Wire {
  /**
   * Sends texts to every line of every process, including this one, in order.
   * @throws when they may not have arrived
   */
  send(texts: string[]): Promise<void>;
  /** @returns once every text sent from now on will reach `onText` @throws when there is no connection */
  listen(onText: (text: string) => void): Promise<Line>;
  /** Frees what sending uses. */
  close(): Promise<void>;
}

/** One listening connection. */
export interface Line {
  /** Resolves when the connection is gone for any reason; never rejects. */
  ended: Promise<void>;
  close(): Promise<void>;
}
