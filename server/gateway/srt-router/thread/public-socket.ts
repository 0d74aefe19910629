import type { Socket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { AppError } from '@/lib/core/errors';
import { plainAddress } from '@/lib/core/network-of';
import { log } from '@/lib/platform/log';
import { bindUdp } from '@/lib/platform/process/bind-udp';

/**
 * Opens a public UDP port.
 * @param port 0 for any free one
 * @throws AppError `unavailable` with one sentence if it is in use or forbidden
 */
export async function openPublicSocket(host: string, port: number): Promise<Socket> {
  const socket = await bindUdp(host, port).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used on ${host} (${cause.code})`;
    throw new AppError('unavailable', `UDP port ${port} ${why}; set another one.`, { cause });
  });
  raiseReceiveBuffer(socket);
  return socket;
}

/** An address in the form that this socket sends to, even if a socket of the other family recorded it. */
export function addressFor(socket: Socket, address: string): string {
  const plain = plainAddress(address);
  return socket.address().family === 'IPv6' && isIPv4(plain) ? `::ffff:${plain}` : plain;
}

const receiveBufferBytes = 4 * 1024 * 1024;

/**
 * Requests buffer space for bursts while the event loop is busy; the kernel's limit (`net.core.rmem_max`) may grant
 * less.
 */
export function raiseReceiveBuffer(socket: Socket): void {
  try {
    socket.setRecvBufferSize(receiveBufferBytes);
  } catch (error) {
    log.debug({ err: error }, 'router: cannot raise the UDP receive buffer');
  }
}
