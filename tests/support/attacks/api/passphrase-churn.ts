import type { Attack } from '../attack';
import { callApi } from './call-api';

/** Changes the passphrase of a stream that is on, again as soon as each change is answered: each takes a new worker. */
export const passphraseChurn: Attack = {
  name: 'passphrases of one stream, changed without a pause',
  async run(target, signal) {
    const post = { method: 'POST' } as const;
    const event = await callApi(target, '/events', Object.assign({ body: { event: { name: 'Churn' } } }, post));
    const stream = { name: 'Churn', event_id: event.data?.id, protocol: 'srt' };
    const { data } = await callApi(target, '/streams', Object.assign({ body: { stream } }, post));
    await callApi(target, `/streams/${data?.id}/start`, post);
    for (let change = 0; !signal.aborted; change++) {
      const body = { stream: { passphrase: `passphrase-${change}` } };
      await callApi(target, `/streams/${data?.id}`, { method: 'PATCH', body, signal });
    }
    await callApi(target, `/streams/${data?.id}/stop`, post);
  },
};
