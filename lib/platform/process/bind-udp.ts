import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** Of a machine whose kernel has no IPv6. */
const noIPv6Codes = ['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EPROTONOSUPPORT'];

/**
 * Opens a UDP port. On `::` it receives IPv4 callers as well, whose addresses it has as `::ffff:192.0.2.1`; where the
 * machine has no IPv6, it opens `0.0.0.0` instead.
 * @param port 0 for any free one
 * @throws NodeJS.ErrnoException where it is in use or forbidden
 */
export async function bindUdp(host: string, port: number): Promise<Socket> {
  const family = isIPv6(host) ? 6 : 4;
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    // Callers' addresses are numeric: a synchronous answer saves each datagram a turn of the event loop. A host name
    // to listen on is an error of bind().
    lookup: (hostname, _options, callback) => callback(null, hostname, family),
  });
  // Subscribed beforehand: with the synchronous lookup, bind() emits the event before it returns.
  const listening = once(socket, 'listening');
  socket.bind(port, host);
  try {
    await listening;
  } catch (error) {
    socket.close();
    if (host === '::' && noIPv6Codes.includes((error as NodeJS.ErrnoException).code ?? '')) {
      return bindUdp('0.0.0.0', port);
    }
    throw error;
  }
  return socket;
}
