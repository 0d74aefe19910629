import { mayBeAnotherCaller } from '../../refusals/encoder-refusal';
import { type Rule, rule } from './rule';

/** A camera was live and is gone. Its `since` is when its last frame came: browsers say that in the user's zone. */
export const lossRule: Rule = rule({
  code: 'camera_lost',
  // Without its alarm it is a note: that nothing arrives is to be seen on the camera all the same.
  severity: ({ alarms: { no_picture: alarm } }) => (alarm.is_on ? alarm.severity : 'info'),
  appearsAfterMs: ({ alarms }) => alarms.no_picture.delay_seconds * 1_000,
  goesAfterMs: 0,
  sinceMs: ({ lostAtMs }) => lostAtMs,
  // Where the cause is not known, the worker that saw it is gone.
  find: ({ isReady, isConnected, lostAtMs, lossCause, refusal, excess }) => {
    const isExplained = excess !== null || (refusal !== null && !mayBeAnotherCaller(refusal));
    return isReady && !isConnected && lostAtMs !== null && !isExplained
      ? { cause: lossCause ?? ('unknown' as const) }
      : null;
  },
});
