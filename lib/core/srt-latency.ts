/**
 * A choice of SRT latency: how far behind live a receiver stays so that lost packets can be resent. Names a kind of
 * network, or milliseconds.
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

/** The latency of a choice, in milliseconds. @param rttMs the link's round trip; null if never measured */
export function latencyMsOf(choice: LatencyChoice, rttMs: number | null): number {
  if (typeof choice === 'number') return choice;
  if (choice !== 'mobile') return networkLatencyMs[choice];
  return Math.max(minMobileMs, latencyForRoundTripMs(rttMs ?? 0));
}

/** The latency of a caller's connection, by its stream's choice. */
export interface LatencyTerms {
  /** Applies if the caller asks for none, as FFmpeg does if its address names none. */
  defaultMs: number;
  /** Applies if the caller asks for less. */
  minMs: number;
}

/**
 * The shown addresses ask for the latency of Local network and Internet, and a caller that asks for less gets less.
 * Mobile and a number always hold, because the user who chooses them knows the link.
 */
export function latencyTermsOf(choice: LatencyChoice, rttMs: number | null): LatencyTerms {
  const defaultMs = latencyMsOf(choice, rttMs);
  return { defaultMs, minMs: isHeldAgainstCallers(choice) ? defaultMs : latencyLimitsMs.least };
}

/** Whether a caller that asks for less gets the chosen latency all the same. */
export const isHeldAgainstCallers = (choice: LatencyChoice): boolean =>
  choice === 'mobile' || typeof choice === 'number';
