import type { Finding } from '@/lib/contracts/streams';
import { figure, larixConnection, obsStreaming, type Rule, rule, vmixOutput, vmixQuality } from './rule';

const maxLossPercent = 1;
/** Enough for a packet that is lost twice: detection takes one and a half round trips, each resend one more. */
const roundTripsPerLatency = 4;
const latencyStepMs = 10;
/** The default of libsrt. */
const defaultLatencyMs = 120;
/** Share of the link's capacity above which there is no room for retransmissions. */
const nearCapacity = 0.8;
const goodShareOfCapacity = 0.7;
/** SRT's capacity estimate can be far too low; a link without loss carries what is sent. */
const leastLossPercent = 0.1;
const bitrateStepKbps = 100;

/** Problems of the link from the encoder. */
export const linkRules: Rule[] = [
  rule({
    code: 'packet_loss',
    severity: 'warning',
    find: ({ lossPercent, rttMs, srtLatencyMs }) =>
      lossPercent !== null && lossPercent > maxLossPercent
        ? {
            lossPercent,
            latencyMs: roundUp(Math.max(2 * (srtLatencyMs ?? defaultLatencyMs), roundTripsPerLatency * (rttMs ?? 0))),
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
        ? { rttMs, srtLatencyMs, latencyMs: roundUp(roundTripsPerLatency * rttMs) }
        : null,
    sentence: ({ rttMs, srtLatencyMs }) =>
      `The round trip to the encoder takes ${figure(rttMs)} ms, more than a quarter of the SRT latency of ${figure(srtLatencyMs)} ms: lost packets may not be resent in time.`,
    fix: ({ latencyMs }) => `Set the encoder's SRT latency to ${figure(latencyMs)} ms.`,
    settings: ({ latencyMs }) => latencySettings(latencyMs),
  }),
  rule({
    code: 'bitrate_near_link',
    severity: 'warning',
    find: ({ bitrateKbps, capacityKbps, lossPercent }) =>
      bitrateKbps !== null &&
      capacityKbps !== null &&
      bitrateKbps > capacityKbps * nearCapacity &&
      (lossPercent ?? 0) > leastLossPercent
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
    obs: `Settings → Stream → Server: ${parameter} at the end of the address (microseconds)`,
    larix: `${larixConnection} → Latency (ms): ${latencyMs}`,
    vmix: `${vmixOutput} → Latency: ${latencyMs}`,
    ffmpeg: `${parameter} at the end of the srt:// address (microseconds)`,
  };
}

function roundUp(latencyMs: number): number {
  return Math.ceil(latencyMs / latencyStepMs) * latencyStepMs;
}

function roundDown(bitrateKbps: number): number {
  return Math.max(bitrateStepKbps, Math.floor(bitrateKbps / bitrateStepKbps) * bitrateStepKbps);
}
