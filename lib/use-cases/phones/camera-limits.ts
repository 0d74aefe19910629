import { NetworkLimit } from '@/lib/platform/limits/network-limit';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';

const sentence = 'Camera links were opened too often.';

/** A phone opens its link once, and again with each new connection. A large crew may be behind one address. */
const opensByNetwork = new NetworkLimit({ name: 'camera_network', uses: 3_000, windowSeconds: 10 * 60 });
/** Secrets that nothing has: a scanner mistypes no 43 letters. */
const unknownByNetwork = new NetworkLimit({ name: 'camera_unknown', uses: 30, windowSeconds: 10 * 60 });

/** A phone reports once a second, at once where it has news, and its page may be reloaded. */
const reportsByDevice = new RateLimit({ name: 'camera_report', uses: 480, windowSeconds: 60 });
/** Each switch of the source ends a worker and starts another one. */
const switchesByDevice = new RateLimit({ name: 'camera_switch', uses: 10, windowSeconds: 10 * 60 });

/** Codes that a phone makes to hand its camera over. */
const handOversByDevice = new RateLimit({ name: 'camera_hand_over', uses: 20, windowSeconds: 10 * 60 });

/** Counts a report of a phone. @param deviceSecretHash says which. @throws AppError `too_many_requests` */
export async function countReport(deviceSecretHash: string): Promise<void> {
  refuseUsedUp(await reportsByDevice.use(deviceSecretHash), 'This phone reports too often.');
}

/** Counts a change of a phone's source. @throws AppError `too_many_requests` */
export async function countSwitch(phoneId: string): Promise<void> {
  refuseUsedUp(await switchesByDevice.use(phoneId), 'This camera’s source was changed too often.');
}

/** Counts a code that a phone makes to hand its camera over. @throws AppError `too_many_requests` */
export async function countHandOver(phoneId: string): Promise<void> {
  refuseUsedUp(await handOversByDevice.use(phoneId), 'This phone has made too many codes.');
}

/** Counts an attempt to open a camera invite. @throws AppError `too_many_requests` */
export async function countOpen(address: string): Promise<void> {
  refuseUsedUp(await unknownByNetwork.check(address), sentence);
  refuseUsedUp(await opensByNetwork.use(address), sentence);
}

/** Counts a secret that no invite and no device has. @throws AppError `too_many_requests` */
export async function countUnknown(address: string): Promise<void> {
  refuseUsedUp(await unknownByNetwork.use(address), sentence);
}
