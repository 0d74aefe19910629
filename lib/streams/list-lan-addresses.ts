import { networkInterfaces } from 'node:os';
import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';

const loopback = /^(127\.|::1$)/;
/** Addresses that a machine gives itself where nothing else does. */
const linkLocal = /^169\.254\./;
/** Networks inside this machine, of containers and virtual machines. */
const innerInterfaces = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel)/;

/**
 * The IPv4 addresses by which encoders in its local networks reach this machine. None for a browser on another machine:
 * that one has reached the server by an address that works, and what networks a server has is its operator's affair.
 * @param clientAddress the browser's
 * @throws AppError `forbidden`
 */
export function listLanAddresses(actor: Actor, clientAddress: string): string[] {
  authorize(actor, 'streams.read_secrets');
  if (!loopback.test(clientAddress)) return [];
  return Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses.flatMap(({ family, internal, address }) =>
      family === 'IPv4' && !internal && !linkLocal.test(address) && !innerInterfaces.test(name) ? [address] : [],
    ),
  );
}
