import type { Finding } from '@/lib/contracts/streams';
import { larixConnection, obsStreaming, vmixOutput, vmixQuality } from './places';
import { figure, type Rule, rule } from './rule';

const maxLossPercent = 1;
/** A packet that is lost twice still comes in time: each time it takes a round trip, and one and a half to notice. */
const roundTripsPerLatency = 4;
const latencyStepMs = 10;
/** libsrt's. */
const defaultLatencyMs = 120;
/** Of what the link carries: above this there is no room to send again what was lost. */
const nearCapacity = 0.8;
const goodShareOfCapacity = 0.7;
/** What SRT makes out of a link's capacity can be far too low; a link that loses nothing carries what is sent. */
const leastLossPercent = 0.1;
const bitrateStepKbps = 100;

/** What is wrong on the way from the encoder. */
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
      `${figure(lossPercent, 1)} % of the packets are lost on the way and have to be sent again; those that come too late break the picture.`,
    fix: ({ latencyMs }) =>
      `Use a cable in place of Wi-Fi or lower the bitrate; where neither is possible, set the SRT latency to ${figure(latencyMs)} ms.`,
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
      `The round trip to the encoder takes ${figure(rttMs)} ms, more than a quarter of the SRT latency of ${figure(srtLatencyMs)} ms: packets that are lost may not come again in time.`,
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
      `The camera sends ${figure(bitrateKbps)} kbit/s, and its link carries about ${figure(capacityKbps)} kbit/s: pictures come late or break.`,
    fix: ({ goodKbps }) => `Lower the bitrate to ${figure(goodKbps)} kbit/s, or use a faster link.`,
    settings: ({ goodKbps }) => ({
      obs: `${obsStreaming} → Bitrate: ${goodKbps} Kbps`,
      larix: `Settings → Video → Bitrate: ${goodKbps} Kbps`,
      vmix: `${vmixQuality} → Video Bandwidth: ${goodKbps * 1000} (bit/s)`,
      ffmpeg: `-b:v ${goodKbps}k -maxrate ${goodKbps}k -bufsize ${goodKbps}k`,
    }),
  }),
];

/** OBS and ffmpeg count microseconds in the address, the others milliseconds. The higher one of both ends counts. */
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
