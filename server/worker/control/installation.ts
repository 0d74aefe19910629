import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import type { WorkerSource } from '@/lib/contracts/worker-protocol';
import { plainAddress } from '@/lib/core/network-of';
import { pause } from '@/lib/core/pause';

/** Hosts and ports of this installation. */
export type OwnServices = Extract<WorkerSource, { kind: 'pull' }>['ownServices'];

/** The system's resolver may wait for half a minute. */
const lookupTimeoutMs = 5_000;

/**
 * Looks up where this installation is: this machine in its networks, behind which its other programs listen, and its
 * services.
 * @returns whether an address and a port lead to it
 */
export async function readInstallation(ownServices: OwnServices): Promise<(address: string, port: number) => boolean> {
  const services = await Promise.all(ownServices.map(async (own) => ({ own, at: await addressesOf(own.host) })));
  const machine = ownAddresses();
  return (address, port) =>
    machine.has(address) || services.some(({ own, at }) => own.port === port && at.includes(address));
}

/** All addresses of a host; none where its name has none, or no answer comes in time. */
export async function addressesOf(host: string): Promise<string[]> {
  const found = lookup(host, { all: true }).catch(() => []);
  const answers = (await Promise.race([found, pause(lookupTimeoutMs)])) ?? [];
  return answers.map(({ address }) => plainAddress(address));
}

/** This machine's own addresses in its networks. */
const ownAddresses = (): Set<string> =>
  new Set(
    Object.values(networkInterfaces()).flatMap((entries) =>
      (entries ?? []).flatMap(({ address, internal }) => (internal ? [] : address)),
    ),
  );
