import { webEnv } from '@/lib/platform/env/web-env';
import { NetworkLimit } from '@/lib/platform/limits/network-limit';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';

const windowSeconds = 60 * 60;
/** All networks together may sign up as often as this many of them. */
const networksPerHour = 25;

let limits: { byNetwork: NetworkLimit; byAll: RateLimit } | undefined;

function openLimits() {
  const uses = webEnv().SIGN_UPS_PER_ADDRESS_PER_HOUR;
  limits ??= {
    byNetwork: new NetworkLimit({ name: 'sign_up', uses, windowSeconds }),
    byAll: new RateLimit({ name: 'sign_up_all', uses: uses * networksPerHour, windowSeconds }),
  };
  return limits;
}

/**
 * Counts a sign-up, whether its e-mail address is taken or not, so that nobody can try many addresses.
 * @param address the IP address that the request came from
 * @throws AppError `too_many_requests`
 */
export async function countSignUp(address: string): Promise<void> {
  const { byNetwork, byAll } = openLimits();
  refuseUsedUp(await byNetwork.use(address), 'Too many accounts were created from your network.');
  refuseUsedUp(await byAll.use(''), 'Too many accounts were created lately.');
}
