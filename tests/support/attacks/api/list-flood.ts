import type { Attack } from '../attack';
import { callApi } from './call-api';

const eventCount = 300;
const clients = 4;

/** Makes many events, and has them and the streams listed without a pause. */
export const listFlood: Attack = {
  name: `lists of ${eventCount} events, read by ${clients} clients without a pause`,
  async run(target, signal) {
    const body = { event: { name: 'Flood' } };
    for (let count = 0; count < eventCount && !signal.aborted; count++) {
      await callApi(target, 'POST /events', { body, signal });
    }
    const read = async (_: unknown, client: number) => {
      while (!signal.aborted) await callApi(target, client % 2 === 0 ? 'GET /events' : 'GET /streams', { signal });
    };
    await Promise.all(Array.from({ length: clients }, read));
  },
};
