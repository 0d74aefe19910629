import type { Socket } from 'node:dgram';
import { log } from '@/lib/platform/log';

const receiveBufferBytes = 4 * 1024 * 1024;

/** Asks for room for bursts while the event loop is busy; the kernel's own limit (`net.core.rmem_max`) may grant less. */
export function raiseReceiveBuffer(socket: Socket): void {
  try {
    socket.setRecvBufferSize(receiveBufferBytes);
  } catch (error) {
    log.debug({ err: error }, 'router: the UDP receive buffer stays as it is');
  }
}
