import { readLanAddresses } from '@/lib/platform/process/lan-addresses';
import { type Check, ok, warning } from '../finding';

/** Lists the addresses at which encoders in the local network reach this machine. */
export const checkLan: Check = async () => {
  const addresses = readLanAddresses();
  if (addresses.length > 0) return [ok('lan', `In local networks this machine is ${addresses.join(', ')}.`)];
  return [
    warning(
      'lan',
      'This machine has no address in a local network.',
      'Connect it to the network of your encoders, unless they come over the internet or through a load balancer.',
    ),
  ];
};
