import { NetworkLimit } from '@/lib/platform/limits/network-limit';
import { refuseUsedUp } from '@/lib/platform/limits/rate-limit';

const sentence = 'Camera links were opened too often.';

/** A phone opens its link once, and again with each new connection. A large crew may be behind one address. */
const opensByNetwork = new NetworkLimit({ name: 'camera_network', uses: 3_000, windowSeconds: 10 * 60 });
/** Secrets that nothing has: a scanner mistypes no 43 letters. */
const unknownByNetwork = new NetworkLimit({ name: 'camera_unknown', uses: 30, windowSeconds: 10 * 60 });

/** Counts an attempt to open a camera invite. @throws AppError `too_many_requests` */
export async function countOpen(address: string): Promise<void> {
  refuseUsedUp(await unknownByNetwork.check(address), sentence);
  refuseUsedUp(await opensByNetwork.use(address), sentence);
}

/** Counts a secret that no invite and no device has. @throws AppError `too_many_requests` */
export async function countUnknown(address: string): Promise<void> {
  refuseUsedUp(await unknownByNetwork.use(address), sentence);
}
