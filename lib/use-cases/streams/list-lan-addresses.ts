import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { readLanAddresses } from '@/lib/platform/process/lan-addresses';

const loopback = /^(127\.|::1$)/;

/**
 * The IPv4 addresses at which encoders in its local networks reach this machine. Empty for a browser on another
 * machine, which already knows an address that works. A server's networks are its operator's business.
 * @param clientAddress the browser's
 * @throws AppError `forbidden`
 */
export function listLanAddresses(actor: Actor, clientAddress: string): string[] {
  authorize(actor, 'streams.read_secrets');
  return loopback.test(clientAddress) ? readLanAddresses() : [];
}
