import { readLanAddresses } from '@/lib/platform/process/lan-addresses';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';

const loopback = /^(127\.|::1$)/;

/**
 * The IPv4 addresses at which encoders in its local networks reach this machine. Empty for a browser on another
 * machine, which already knows an address that works. A server's networks are its operator's business.
 * @param clientAddress the browser's
 * @throws AppError `forbidden`
 */
export const listLanAddresses = defineUseCase(
  { action: 'streams.read_secrets' },
  async (_, clientAddress: string): Promise<string[]> => {
    return loopback.test(clientAddress) ? readLanAddresses() : [];
  },
);
