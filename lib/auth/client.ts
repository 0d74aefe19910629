/** The client behind a request: its address and its browser. */
export interface Client {
  /** The IP address; empty where it is not known. */
  address: string;
  /** The header `user-agent`, shortened; empty where there is none. */
  userAgent: string;
}
