import { createSocket } from 'node:dgram';
import { AppError } from '@/lib/core/errors';
import { openBindingRequest, readSeenAddress } from './stun-binding';

const timeoutMs = 5_000;
const repeatMs = 500;
/** RFC 8489, 18.6. */
const usualPort = 3478;

/**
 * Asks a STUN server from which IPv4 address this machine reaches it: behind NAT, the public one.
 * @param server HOST or HOST:PORT
 * @throws AppError `unavailable` where it does not answer within 5 s
 */
export function readPublicAddress(server: string): Promise<string> {
  const [host = '', port = String(usualPort)] = server.split(':');
  const socket = createSocket('udp4');
  const request = openBindingRequest();
  return new Promise<string>((resolve, reject) => {
    const fail = (reason: string, cause?: Error) =>
      reject(new AppError('unavailable', `The STUN server ${server} of NODE_IP ${reason}.`, { cause }));
    const ask = () =>
      socket.send(request, Number(port), host, (error) => {
        if (error) fail('cannot be reached', error);
      });
    const repeating = setInterval(ask, repeatMs);
    const late = setTimeout(() => fail('does not answer'), timeoutMs);
    socket.on('error', (error) => fail('cannot be reached', error));
    socket.on('message', (message) => {
      const address = readSeenAddress(message, request);
      if (address !== null) resolve(address);
    });
    socket.on('close', () => {
      clearInterval(repeating);
      clearTimeout(late);
    });
    ask();
  }).finally(() => socket.close());
}
