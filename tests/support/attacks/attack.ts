/** A product that is under attack: what somebody who has an account of an organization of his own knows of it. */
export interface AttackTarget {
  /** The web process's address, such as `http://127.0.0.1:3000`. */
  baseUrl: string;
  ingestPort: number;
  viewPort: number;
  rtmpPort: number;
  /** The attacker's own account; its API calls are allowed, its organization is not the victim's. */
  token: string;
  /** A stream of the attacker's own that is on. */
  streamKey: string;
}

/** Something that a stranger or another tenant may do to the product, for as long as the signal is not aborted. */
export interface Attack {
  /** Says what is done, such as `inductions from one socket, 400 a second`. */
  name: string;
  run(target: AttackTarget, signal: AbortSignal): Promise<void>;
}
