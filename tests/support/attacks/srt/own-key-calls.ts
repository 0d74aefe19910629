import { floodCalls } from '../../gateway/flood-calls';
import type { Attack } from '../attack';

/** What another tenant can do: every call is admitted, as far as its own stream goes. */
export const ownKeyCalls: Attack = {
  name: 'calls with a valid key from one socket, 400 a second',
  run: ({ ingestPort, streamKey }, signal) =>
    floodCalls({ port: ingestPort, localAddresses: ['127.0.0.1'], perSecond: 400, keyOf: () => streamKey }, signal),
};
