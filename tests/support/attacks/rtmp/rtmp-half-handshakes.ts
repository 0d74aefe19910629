import type { Attack } from '../attack';
import { holdCalls } from './hold-calls';
import { rtmpHandshake } from './rtmp-handshake';

const halfBytes = 800;

/** Callers that begin a handshake and never end it. */
export const rtmpHalfHandshakes: Attack = {
  name: '1,000 half-open handshakes by RTMP',
  run: ({ rtmpPort: port }, signal) =>
    holdCalls(
      { port, count: 1_000 },
      { begin: (socket) => socket.write(rtmpHandshake().subarray(0, halfBytes)) },
      signal,
    ),
};
