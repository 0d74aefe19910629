import { sourceKinds } from '@/lib/contracts/source-kinds';
import { latencyForRoundTripMs, latencyLimitsMs, latencyMsOf, roundTripsPerLatency } from '@/lib/core/srt-latency';
import type { Facts } from './facts';
import { type Rule, rounded, rule } from './rule';

export const maxLossPercent = 1;
/** The default of libsrt. */
const defaultLatencyMs = 120;
/** Share of the link's capacity above which there is no room for retransmissions. */
const nearCapacity = 0.8;
const goodShareOfCapacity = 0.7;
/** SRT's capacity estimate can be far too low; a link without loss carries what is sent. */
const minLossPercent = 0.1;
const bitrateStepKbps = 100;
/** More than a network that pauses once costs for a moment. */
const longDelayMs = 2_000;
/** Advice on a link that is fine must be right for good: it waits for minutes of it, and for a minute to go. */
const adviceTiming = { appearsAfterMs: 180_000, goesAfterMs: 60_000 } as const;
/** A fifth below what the least latency allows, so that no advice leads to the warning above. */
const shortRoundTripMs = (0.8 * latencyLimitsMs.least) / roundTripsPerLatency;

/** Problems of the link from the encoder. */
export const linkRules: Rule[] = [
  rule({
    code: 'packet_loss',
    severity: 'warning',
    find: ({ lossPercent, rttMs, srtLatencyMs }) =>
      lossPercent !== null && lossPercent > maxLossPercent
        ? {
            lossPercent: rounded(lossPercent, 1),
            latencyMs: Math.min(
              latencyLimitsMs.most,
              Math.max(2 * (srtLatencyMs ?? defaultLatencyMs), latencyForRoundTripMs(rttMs ?? 0)),
            ),
          }
        : null,
  }),
  rule({
    code: 'latency_too_low',
    severity: 'warning',
    find: ({ rttMs, srtLatencyMs }) =>
      rttMs !== null && srtLatencyMs !== null && rttMs > srtLatencyMs / roundTripsPerLatency
        ? { rttMs: rounded(rttMs), srtLatencyMs, latencyMs: latencyForRoundTripMs(rttMs) }
        : null,
  }),
  rule({
    code: 'latency_above_chosen',
    severity: 'info',
    ...adviceTiming,
    find: ({ latency, srtLatencyMs }) => {
      // Internet is what nobody may have chosen; what Mobile comes to changes with the link, unlike what is agreed.
      if (srtLatencyMs === null || !(latency === 'local' || typeof latency === 'number')) return null;
      const chosenMs = latencyMsOf(latency, null);
      return srtLatencyMs > chosenMs ? { srtLatencyMs, chosenMs } : null;
    },
  }),
  rule({
    code: 'latency_too_high',
    severity: 'info',
    ...adviceTiming,
    // A user who chose Local network, Mobile or a number has decided already.
    find: ({ latency, rttMs, lossPercent, srtLatencyMs }) =>
      latency === 'internet' &&
      rttMs !== null &&
      rttMs <= shortRoundTripMs &&
      lossPercent === 0 &&
      srtLatencyMs !== null &&
      srtLatencyMs >= latencyMsOf(latency, null)
        ? {
            // Below a millisecond it is shown as such.
            rttMs: rttMs < 1 ? 0 : rounded(rttMs),
            latencyMs: latencyLimitsMs.least,
            savedMs: srtLatencyMs - latencyLimitsMs.least,
          }
        : null,
  }),
  rule({
    code: 'bitrate_near_link',
    severity: 'warning',
    find: ({ bitrateKbps, capacityKbps, lossPercent }) =>
      bitrateKbps !== null &&
      capacityKbps !== null &&
      bitrateKbps > capacityKbps * nearCapacity &&
      (lossPercent ?? 0) > minLossPercent
        ? {
            bitrateKbps: rounded(bitrateKbps),
            capacityKbps: rounded(capacityKbps),
            goodKbps: roundDown(capacityKbps * goodShareOfCapacity),
          }
        : null,
  }),
  rule({
    code: 'late_by_tcp',
    severity: 'warning',
    appearsAfterMs: 5_000,
    find: (facts) => {
      const delayMs = tcpDelayMs(facts);
      return delayMs >= longDelayMs && facts.bitrateKbps !== null
        ? { delaySeconds: rounded(delayMs / 1_000, 1), goodKbps: roundDown(facts.bitrateKbps * goodShareOfCapacity) }
        : null;
    },
  }),
];

/** How late media come by TCP. By SRT late packets are lost ones. */
export const tcpDelayMs = ({ delayMs, sourceKind }: Facts): number =>
  sourceKinds[sourceKind].comesByTcp ? (delayMs ?? 0) : 0;

function roundDown(bitrateKbps: number): number {
  return Math.max(bitrateStepKbps, Math.floor(bitrateKbps / bitrateStepKbps) * bitrateStepKbps);
}
