/** An SRT connection that is open through a gateway, as its caller knows it. */
export interface RecordedSrtConnection {
  gatewayId: string;
  /** The gateway's public port. */
  localPort: number;
  remoteAddress: string;
  remotePort: number;
  /** The caller's SRT socket id, without which nothing can be said to it. */
  socketId: number;
}
