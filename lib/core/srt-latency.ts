/**
 * How far behind live a stream's receiver stays so that lost packets can be resent (SRT latency): for a kind of network,
 * or in milliseconds.
 */
export type LatencyChoice = 'local' | 'internet' | 'mobile' | number;

export const latencyLimitsMs = { least: 20, most: 8_000 } as const;

/** Enough for a packet that is lost twice: detection takes one and a half round trips, each resend one more. */
export const roundTripsPerLatency = 4;

const networkLatencyMs = { local: latencyLimitsMs.least, internet: 120 } as const;
const minMobileMs = 250;
const stepMs = 10;

/** The latency that a link of this round trip needs, in tens of milliseconds. */
export function latencyForRoundTripMs(rttMs: number): number {
  const latencyMs = Math.ceil((roundTripsPerLatency * rttMs) / stepMs) * stepMs;
  return Math.min(latencyLimitsMs.most, Math.max(latencyLimitsMs.least, latencyMs));
}

/** What a choice comes to, in milliseconds. @param rttMs the link's round trip; null where it was never measured */
export function latencyMsOf(choice: LatencyChoice, rttMs: number | null): number {
  if (typeof choice === 'number') return choice;
  if (choice !== 'mobile') return networkLatencyMs[choice];
  return Math.max(minMobileMs, latencyForRoundTripMs(rttMs ?? 0));
}

/** What a caller's connection gets by the choice of its stream. */
export interface LatencyTerms {
  /** Where the caller asks for none, as FFmpeg does whose address names none. */
  defaultMs: number;
  /** Where the caller asks for less. */
  minMs: number;
}

/**
 * Local network and Internet are what the shown addresses ask for; a caller that asks for less gets less. Mobile and a
 * number hold in any case: who chooses them knows the link.
 */
export function latencyTermsOf(choice: LatencyChoice, rttMs: number | null): LatencyTerms {
  const defaultMs = latencyMsOf(choice, rttMs);
  return { defaultMs, minMs: isHeldAgainstCallers(choice) ? defaultMs : latencyLimitsMs.least };
}

/** Whether a caller that asks for less gets the chosen latency all the same. */
export const isHeldAgainstCallers = (choice: LatencyChoice): boolean =>
  choice === 'mobile' || typeof choice === 'number';
