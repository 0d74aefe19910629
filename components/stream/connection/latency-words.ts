import type { MemberStreamJson } from '@/lib/contracts/streams';
import { isHeldAgainstCallers, type LatencyChoice, latencyMsOf } from '@/lib/core/srt-latency';

const kinds = ['local', 'internet', 'mobile'] as const;
const names = { local: 'Local network', internet: 'Internet', mobile: 'Mobile', custom: 'Custom' } as const;

/** The option that a choice belongs to. */
export const latencyKindOf = (choice: LatencyChoice): string => (typeof choice === 'number' ? 'custom' : choice);

/** The latency choices, each with its value for this stream's link. Shows a choice that this page does not know as it is. */
export function latencyOptions({ attributes }: MemberStreamJson): { kind: string; text: string }[] {
  const { latency, rtt_ms: rttMs } = attributes;
  const isKnown = typeof latency === 'number' || kinds.includes(latency);
  return [
    ...(isKnown ? [] : [{ kind: latency, text: latency }]),
    ...kinds.map((kind) => ({ kind, text: `${names[kind]} (${latencyMsOf(kind, rttMs)} ms)` })),
    { kind: 'custom', text: typeof latency === 'number' ? `${names.custom} (${latency} ms)` : `${names.custom}…` },
  ];
}

/** Explains the present choice, and when it takes effect. */
export function latencyEffect({ attributes: { latency, rtt_ms: rttMs } }: MemberStreamJson): string {
  if (!isHeldAgainstCallers(latency)) {
    return 'Enter the new address in the encoder. It applies the next time the encoder connects.';
  }
  const effect = 'Applies the next time the encoder connects, even if it asks for less.';
  if (latency !== 'mobile') return effect;
  const roundTrip = rttMs === null ? 'not measured yet' : `${rttMs} ms`;
  return `Four times the round trip (${roundTrip}), at least 250 ms. ${effect}`;
}
