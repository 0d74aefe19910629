import type { Socket } from 'node:dgram';
import { log } from '@/lib/platform/log';

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
