import { sourceKindNames, sourceKinds } from '@/lib/contracts/source-kinds';
import { mayBeAnotherCaller } from '../../refusals/srt-refusal';
import type { Facts } from './facts';
import { alarmRule, type Rule, rule } from './rule';

/** A camera was live and is gone. Its `since` is when its last frame came: browsers say that in the user's zone. */
const lossRule: Rule = rule({
  code: 'camera_lost',
  // Without its alarm it is a note: that nothing arrives is to be seen on the camera all the same.
  severity: ({ alarms: { no_picture: alarm } }) => (alarm.is_on ? alarm.severity : 'info'),
  appearsAfterMs: ({ alarms }) => alarms.no_picture.delay_seconds * 1_000,
  goesAfterMs: 0,
  sinceMs: ({ lostAtMs }) => lostAtMs,
  // Where the cause is not known, the worker that saw it is gone.
  find: ({ isReady, isConnected, lostAtMs, lossCause, refusal, excess, fileFault }) => {
    const isExplained = excess !== null || fileFault !== null || (refusal !== null && !mayBeAnotherCaller(refusal));
    return isReady && !isConnected && lostAtMs !== null && !isExplained
      ? { cause: lossCause ?? ('unknown' as const) }
      : null;
  },
});

/** Nothing has been live, nothing is connected, and no encoder was refused. */
const isMissing = ({ isReady, isConnected, lostAtMs, refusal, excess }: Facts): boolean =>
  isReady && !isConnected && lostAtMs === null && refusal === null && excess === null;

/** A gateway or a worker that restarts takes less. */
const spareMissingSeconds = 5;

const missing = { severity: 'warning', appearsAfterMs: 20_000, goesAfterMs: 0 } as const;

const missingCodes = new Set(sourceKindNames.flatMap((kind) => sourceKinds[kind].missing?.problem ?? []));

/** The camera is on, and whatever sends it does no more, or never did. */
export const missingRules: Rule[] = [
  lossRule,
  alarmRule('spare', {
    goesAfterMs: 0,
    needsMedia: false,
    find: ({ delay_seconds: seconds }, { spare }) =>
      spare && spare.seconds >= seconds ? { spare: spare.name, returns: spare.returns } : null,
  }),
  rule({
    code: 'spare_missing',
    severity: 'warning',
    appearsAfterMs: 0,
    goesAfterMs: 0,
    find: ({ isReady, missingSpare: missing }) =>
      isReady && missing && missing.seconds >= spareMissingSeconds
        ? { spare: missing.name, why: missing.isOn ? ('no_picture' as const) : ('off' as const) }
        : null,
  }),
  rule({
    code: 'pull_failed',
    severity: 'warning',
    // Longer than the first pause, after which most cameras are back.
    appearsAfterMs: 2_000,
    goesAfterMs: 0,
    find: ({ isReady, isConnected, pullFault: fault }) => (isReady && !isConnected && fault ? { fault } : null),
  }),
  rule({
    code: 'file_stopped',
    severity: ({ fileFault }) => (fileFault === 'ended' ? 'info' : 'warning'),
    appearsAfterMs: 0,
    goesAfterMs: 0,
    find: ({ isReady, isConnected, sourceKind, fileFault: fault }) =>
      isReady && !isConnected && sourceKind === 'file' && fault ? { fault } : null,
  }),
  rule({
    code: 'replay_failed',
    severity: 'warning',
    appearsAfterMs: 0,
    goesAfterMs: 0,
    find: ({ isReady, sourceKind, fileFault }) =>
      isReady && sourceKind === 'replay' && fileFault !== null ? {} : null,
  }),
  ...[...missingCodes].map((code) =>
    rule({
      code,
      ...missing,
      find: (facts) => (isMissing(facts) && sourceKinds[facts.sourceKind].missing?.problem === code ? {} : null),
    }),
  ),
];
