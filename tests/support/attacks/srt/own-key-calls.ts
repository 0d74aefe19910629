import { floodCalls } from '../../gateway/flood-calls';
import type { Attack } from '../attack';

/** Calls with a valid key of the attacker's own stream, so the router admits each one. */
export const ownKeyCalls: Attack = {
  name: 'calls with a valid key from one socket, 400 a second',
  run: ({ ingestPort, streamKey }, signal) =>
    floodCalls({ port: ingestPort, localAddresses: ['127.0.0.1'], perSecond: 400, keyOf: () => streamKey }, signal),
};
