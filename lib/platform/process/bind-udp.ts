import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** Errors on a machine whose kernel lacks IPv6. */
const noIPv6Codes = ['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EPROTONOSUPPORT'];

/**
 * Opens a UDP port. On `::` it also receives IPv4 callers, with addresses like `::ffff:192.0.2.1`; on a machine without
 * IPv6 it opens `0.0.0.0` instead.
 * @param port 0 for any free one
 * @throws NodeJS.ErrnoException when it is in use or forbidden
 */
export async function bindUdp(host: string, port: number): Promise<Socket> {
  const family = isIPv6(host) ? 6 : 4;
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    // Callers' addresses are numeric: a synchronous answer saves each datagram a turn of the event loop. Given a host
    // name to listen on, bind() fails.
    lookup: (hostname, _options, callback) => callback(null, hostname, family),
  });
  // Subscribed first: with the synchronous lookup, bind() emits the event before it returns.
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
