import type { Attack } from '../attack';
import { callApi } from './call-api';

const streamCount = 40;

/** Switches forty streams on and off at once, again as soon as each call is answered; at last, all of them off. */
export const startChurn: Attack = {
  name: `${streamCount} streams switched on and off without a pause`,
  async run(target, signal) {
    const post = { method: 'POST' } as const;
    const event = await callApi(target, '/events', Object.assign({ body: { event: { name: 'Churn' } } }, post));
    const ids: string[] = [];
    for (let count = 0; count < streamCount; count++) {
      const stream = { name: `Churn ${count}`, event_id: event.data?.id, protocol: 'srt' };
      const { data } = await callApi(target, '/streams', Object.assign({ body: { stream } }, post));
      if (data) ids.push(data.id);
    }
    const churn = async (id: string) => {
      while (!signal.aborted) {
        await callApi(target, `/streams/${id}/start`, Object.assign({ signal }, post));
        await callApi(target, `/streams/${id}/stop`, Object.assign({ signal }, post));
      }
    };
    await Promise.all(ids.map(churn));
    await Promise.all(ids.map((id) => callApi(target, `/streams/${id}/stop`, post)));
  },
};
