import type { Attack } from '../attack';
import { callApi } from './call-api';

const streamCount = 40;

/** Switches forty streams on and off at once, again as soon as each call is answered; at last, all of them off. */
export const startChurn: Attack = {
  name: `${streamCount} streams switched on and off without a pause`,
  async run(target, signal) {
    const event = await callApi(target, 'POST /events', { body: { event: { name: 'Churn' } } });
    const ids: string[] = [];
    for (let count = 0; count < streamCount; count++) {
      const stream = { name: `Churn ${count}`, event_id: event?.id ?? '' };
      const made = await callApi(target, 'POST /streams', { body: { stream } });
      if (made) ids.push(made.id);
    }
    const churn = async (id: string) => {
      while (!signal.aborted) {
        await callApi(target, 'POST /streams/{id}/start', { params: { id }, signal });
        await callApi(target, 'POST /streams/{id}/stop', { params: { id }, signal });
      }
    };
    await Promise.all(ids.map(churn));
    await Promise.all(ids.map((id) => callApi(target, 'POST /streams/{id}/stop', { params: { id } })));
  },
};
