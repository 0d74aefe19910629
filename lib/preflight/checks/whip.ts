import { errorText } from '@/lib/core/error-text';
import { probeWhip } from '@/lib/platform/livekit/probe-whip';
import { type Check, ok, problem, warning } from '../check-result';

/** LiveKit takes 13 s where a STUN server of its settings is silent. */
const timeoutMs = 14_000;
/** Encoders give up after a few seconds. */
const slowMs = 3_000;

/** Checks whether LiveKit lets an encoder in by WHIP, and in time: one is played in an empty room. */
export const checkWhip: Check = async () => {
  try {
    return [judgeWhip(await probeWhip(timeoutMs))];
  } catch (error) {
    const text = `LiveKit does not answer an encoder by WHIP: ${errorText(error)}.`;
    return [
      problem('whip', text, 'Fix the connection to LiveKit first; then look at rtc.stun_servers in its configuration.'),
    ];
  }
};

/** Judges LiveKit's answer to an encoder's offer. */
export function judgeWhip({ status, tookMs }: { status: number; tookMs: number }) {
  if (status !== 201) {
    const text = `LiveKit refuses an encoder by WHIP (status ${status}).`;
    const fix = status === 404 ? 'Update LiveKit to 1.9 or later.' : 'Look into LiveKit’s log.';
    return problem('whip', text, fix);
  }
  if (tookMs > slowMs) {
    const text = `LiveKit answers an encoder by WHIP after ${(tookMs / 1_000).toFixed(1)} s, and many give up before.`;
    const fix = 'Name STUN servers that answer in rtc.stun_servers of LiveKit’s configuration.';
    return warning('whip', text, fix);
  }
  return ok('whip', `LiveKit answers an encoder by WHIP in ${Math.round(tookMs)} ms.`);
}
