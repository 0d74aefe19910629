import { createSecretKey } from 'node:crypto';
import type { RTCPeerConnection } from 'werift';

/**
 * Prepares a connection's SRTP keys once. werift hands Node a raw key with each packet, and Node makes a key object of it
 * each time. That was a tenth of what a phone's worker costs.
 */
export function prepareSrtpKeys(connection: RTCPeerConnection): void {
  connection.connectionStateChange.subscribe((state) => {
    if (state !== 'connected') return;
    for (const { srtp } of connection.dtlsTransports) {
      for (const { cipher } of [srtp.localContext, srtp.remoteContext]) {
        const key = cipher.srtpSessionKey;
        if (Buffer.isBuffer(key)) Object.assign(cipher, { srtpSessionKey: createSecretKey(key) });
      }
    }
  });
}
