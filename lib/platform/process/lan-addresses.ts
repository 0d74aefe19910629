import { networkInterfaces } from 'node:os';

/** Addresses that a machine assigns itself when nothing else does. */
const linkLocal = /^169\.254\./;
/** Networks inside this machine, of containers and virtual machines. */
const innerInterfaces = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel)/;

/** The IPv4 addresses by which encoders on the local networks reach this machine. */
export function readLanAddresses(): string[] {
  return Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses.flatMap(({ family, internal, address }) =>
      family === 'IPv4' && !internal && !linkLocal.test(address) && !innerInterfaces.test(name) ? [address] : [],
    ),
  );
}
