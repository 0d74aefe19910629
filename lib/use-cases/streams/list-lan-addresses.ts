import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { readLanAddresses } from '@/lib/platform/process/lan-addresses';

const loopback = /^(127\.|::1$)/;

/**
 * The IPv4 addresses by which encoders in its local networks reach this machine. None for a browser on another machine:
 * that one has reached the server by an address that works, and what networks a server has is its operator's affair.
 * @param clientAddress the browser's
 * @throws AppError `forbidden`
 */
export function listLanAddresses(actor: Actor, clientAddress: string): string[] {
  authorize(actor, 'streams.read_secrets');
  return loopback.test(clientAddress) ? readLanAddresses() : [];
}
