import type { LossCause } from '@/lib/contracts/worker-protocol';
import { mayBeAnotherCaller } from '../../refusals/encoder-refusal';
import { type Rule, rule } from './rule';

/** Where the cause is not known, the worker that saw it is gone. */
const texts: Record<LossCause | 'unknown', { sentence: string; fix: string }> = {
  silent: { sentence: 'The camera was live, and nothing arrives any more.', fix: 'Check power and network.' },
  closed: {
    sentence: 'The camera was live, and its encoder ended the connection.',
    fix: 'Start the encoder again, or check power and network.',
  },
  no_frames: {
    sentence: 'The camera was live; its encoder is still connected but sends no picture.',
    fix: "Check the encoder's source and the cable to it.",
  },
  unknown: { sentence: 'The camera was live, and no encoder is connected any more.', fix: 'Check power and network.' },
};

/** A camera was live and is gone. Its `since` is when its last frame came: browsers say that in the user's zone. */
export const lossRule: Rule = rule({
  code: 'camera_lost',
  // Without its alarm it is a note: that nothing arrives is to be seen on the camera all the same.
  severity: ({ alarms: { no_picture: alarm } }) => (alarm.is_on ? alarm.severity : 'info'),
  appearsAfterMs: ({ alarms }) => alarms.no_picture.delay_seconds * 1_000,
  goesAfterMs: 0,
  sinceMs: ({ lostAtMs }) => lostAtMs,
  find: ({ isReady, isConnected, lostAtMs, lossCause, refusal, excess }) => {
    const isExplained = excess !== null || (refusal !== null && !mayBeAnotherCaller(refusal));
    return isReady && !isConnected && lostAtMs !== null && !isExplained ? texts[lossCause ?? 'unknown'] : null;
  },
  sentence: ({ sentence }) => sentence,
  fix: ({ fix }) => fix,
  settings: () => null,
});
