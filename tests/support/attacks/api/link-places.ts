import { minuteMs } from '@/lib/core/durations';
import { ApiClient } from '../../api/api-client';
import type { Attack } from '../attack';
import { callApi } from './call-api';

const places = 2;
const atOnce = 20;
/** A place that nobody uses is free after 20 s. */
const heldMs = 15_000;

/** Viewers who take the places of a link of the attacker's own. Fails once more are in than it has places. */
export const linkPlaces: Attack = {
  name: `viewers of a link of ${places} places, ${atOnce} at once`,
  async run(target, signal) {
    const event = await callApi(target, 'POST /events', { body: { event: { name: 'Crowd' } } });
    const expiresAt = new Date(Date.now() + 10 * minuteMs).toISOString();
    const link = await callApi(target, 'POST /events/{id}/share_links', {
      params: { id: event?.id ?? '' },
      body: { share_link: { name: 'Crowd', expires_at: expiresAt, max_viewers: places } },
    });
    const secret = link?.attributes.path?.split('#')[1] ?? '';
    const endMs = performance.now() + heldMs;
    let entered = 0;
    const enter = async () => {
      while (!signal.aborted) {
        const asking = new ApiClient(target.baseUrl).ask('POST /share', { body: { share: { secret } }, signal });
        const response = await asking.catch(() => null);
        await response?.body?.cancel();
        if (response?.ok && performance.now() < endMs) entered++;
        if (entered > places) throw new Error(`${entered} viewers are in a link of ${places} places`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, enter));
  },
};
