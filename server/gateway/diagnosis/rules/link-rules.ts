import type { Finding } from '@/lib/contracts/streams';
import { latencyForRoundTripMs, latencyLimitsMs, latencyMsOf, roundTripsPerLatency } from '@/lib/core/srt-latency';
import { figure, larixConnection, obsStreaming, type Rule, rule, vmixOutput, vmixQuality } from './rule';

const maxLossPercent = 1;
/** The default of libsrt. */
const defaultLatencyMs = 120;
/** Share of the link's capacity above which there is no room for retransmissions. */
const nearCapacity = 0.8;
const goodShareOfCapacity = 0.7;
/** SRT's capacity estimate can be far too low; a link without loss carries what is sent. */
const minLossPercent = 0.1;
const bitrateStepKbps = 100;
/** Advice on a link that is fine must be right for good: it waits for a minute of it, and for as long to go. */
const adviceTiming = { appearsAfterMs: 60_000, goesAfterMs: 60_000 } as const;
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
            lossPercent,
            latencyMs: Math.min(
              latencyLimitsMs.most,
              Math.max(2 * (srtLatencyMs ?? defaultLatencyMs), latencyForRoundTripMs(rttMs ?? 0)),
            ),
          }
        : null,
    sentence: ({ lossPercent }) =>
      `${figure(lossPercent, 1)} % of packets are lost on the way; those resent too late break the picture.`,
    fix: ({ latencyMs }) =>
      `Use a cable instead of Wi-Fi or lower the bitrate; if neither is possible, set the SRT latency to ${figure(latencyMs)} ms.`,
    settings: ({ latencyMs }) => latencySettings(latencyMs),
  }),
  rule({
    code: 'latency_too_low',
    severity: 'warning',
    find: ({ rttMs, srtLatencyMs }) =>
      rttMs !== null && srtLatencyMs !== null && rttMs > srtLatencyMs / roundTripsPerLatency
        ? { rttMs, srtLatencyMs, latencyMs: latencyForRoundTripMs(rttMs) }
        : null,
    sentence: ({ rttMs, srtLatencyMs }) =>
      `The round trip to the encoder takes ${figure(rttMs)} ms, more than a quarter of the SRT latency of ${figure(srtLatencyMs)} ms: lost packets may not be resent in time.`,
    fix: ({ latencyMs }) =>
      `Set the latency to ${figure(latencyMs)} ms, here in the connection details or in the encoder, and connect again.`,
    settings: ({ latencyMs }) => latencySettings(latencyMs),
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
    sentence: ({ srtLatencyMs, chosenMs }) =>
      `The encoder asks for a latency of ${figure(srtLatencyMs)} ms, more than the ${figure(chosenMs)} ms chosen here: the larger one counts.`,
    fix: ({ chosenMs }) => `Set the encoder's SRT latency to ${figure(chosenMs)} ms.`,
    settings: ({ chosenMs }) => latencySettings(chosenMs),
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
        ? { rttMs, savedMs: srtLatencyMs - latencyLimitsMs.least }
        : null,
    sentence: ({ rttMs, savedMs }) =>
      `The round trip to the encoder takes ${rttMs < 1 ? 'less than 1' : figure(rttMs)} ms and nothing is lost: a latency of ${latencyLimitsMs.least} ms is enough, and the picture would be ${figure(savedMs)} ms closer.`,
    fix: () => 'Choose Local network in the connection details, and enter the new address in the encoder.',
    settings: () => latencySettings(latencyLimitsMs.least),
  }),
  rule({
    code: 'bitrate_near_link',
    severity: 'warning',
    find: ({ bitrateKbps, capacityKbps, lossPercent }) =>
      bitrateKbps !== null &&
      capacityKbps !== null &&
      bitrateKbps > capacityKbps * nearCapacity &&
      (lossPercent ?? 0) > minLossPercent
        ? { bitrateKbps, capacityKbps, goodKbps: roundDown(capacityKbps * goodShareOfCapacity) }
        : null,
    sentence: ({ bitrateKbps, capacityKbps }) =>
      `The camera sends ${figure(bitrateKbps)} kbit/s over a link that carries about ${figure(capacityKbps)} kbit/s: the picture comes late or breaks.`,
    fix: ({ goodKbps }) => `Lower the bitrate to ${figure(goodKbps)} kbit/s, or use a faster link.`,
    settings: ({ goodKbps }) => ({
      obs: `${obsStreaming} → Bitrate: ${goodKbps} Kbps`,
      larix: `Settings → Video → Bitrate: ${goodKbps} Kbps`,
      vmix: `${vmixQuality} → Video Bandwidth: ${goodKbps * 1000} (bit/s)`,
      ffmpeg: `-b:v ${goodKbps}k -maxrate ${goodKbps}k -bufsize ${goodKbps}k`,
    }),
  }),
];

/**
 * OBS and ffmpeg take microseconds in the address, the others milliseconds. The higher latency of both ends applies.
 */
function latencySettings(latencyMs: number): Finding['settings'] {
  const parameter = `&latency=${latencyMs * 1000}`;
  return {
    obs: `Settings → Stream → Server: ${parameter} in the address (microseconds)`,
    larix: `${larixConnection} → Latency (ms): ${latencyMs}`,
    vmix: `${vmixOutput} → Latency: ${latencyMs}`,
    ffmpeg: `${parameter} in the srt:// address (microseconds)`,
  };
}

function roundDown(bitrateKbps: number): number {
  return Math.max(bitrateStepKbps, Math.floor(bitrateKbps / bitrateStepKbps) * bitrateStepKbps);
}
