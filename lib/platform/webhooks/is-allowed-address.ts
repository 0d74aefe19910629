import { addressReach } from '@/lib/core/address-reach';

/**
 * Whether we may send to an IP address: one on the internet or, with `allowPrivate`, on a private network or this machine.
 * Never an unrouted one, such as a cloud's link-local metadata address.
 */
export function isAllowedAddress(address: string, allowPrivate: boolean): boolean {
  const reach = addressReach(address);
  return reach === 'public' || (allowPrivate && reach !== 'never');
}
