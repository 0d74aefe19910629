import type { Attack } from '../attack';
import { callApi } from './call-api';

/** Changes the passphrase of a stream that is on, again as soon as each change is answered: each takes a new worker. */
export const passphraseChurn: Attack = {
  name: 'passphrases of one stream, changed without a pause',
  async run(target, signal) {
    const event = await callApi(target, 'POST /events', { body: { event: { name: 'Churn' } } });
    const stream = { name: 'Churn', event_id: event?.id ?? '' };
    const made = await callApi(target, 'POST /streams', { body: { stream } });
    const params = { id: made?.id ?? '' };
    await callApi(target, 'POST /streams/{id}/start', { params });
    for (let change = 0; !signal.aborted; change++) {
      const body = { stream: { passphrase: `passphrase-${change}` } };
      await callApi(target, 'PATCH /streams/{id}', { params, body, signal });
    }
    await callApi(target, 'POST /streams/{id}/stop', { params });
  },
};
