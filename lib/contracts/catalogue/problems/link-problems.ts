import { z } from 'zod';
import { bitrateSettings, larixConnection, vmixOutput } from '../../encoder-settings';
import type { Finding } from '../../streams';
import { figureWords } from '../figure-words';
import { problem } from './problem';

const number = z.number();

/** Problems of the link from the encoder. */
export const linkProblems = {
  packet_loss: problem({ lossPercent: number, latencyMs: number }, ({ lossPercent, latencyMs }) => ({
    sentence: `${figureWords(lossPercent, 1)} % packet loss. Packets that arrive too late break up the picture.`,
    fix: `Use a cable instead of Wi-Fi or lower the bitrate; if neither is possible, set the SRT latency to ${figureWords(latencyMs)} ms.`,
    settings: latencySettings(latencyMs),
  })),
  latency_too_low: problem(
    { rttMs: number, srtLatencyMs: number, latencyMs: number },
    ({ rttMs, srtLatencyMs, latencyMs }) => ({
      sentence: `The round trip (${figureWords(rttMs)} ms) is too long for ${figureWords(srtLatencyMs)} ms of SRT latency. Lost packets may not be resent in time.`,
      fix: `Set the latency to ${figureWords(latencyMs)} ms, here in the connection details or in the encoder, and connect again.`,
      settings: latencySettings(latencyMs),
    }),
  ),
  latency_above_chosen: problem({ srtLatencyMs: number, chosenMs: number }, ({ srtLatencyMs, chosenMs }) => ({
    sentence: `The encoder asks for a latency of ${figureWords(srtLatencyMs)} ms, more than the ${figureWords(chosenMs)} ms chosen here: the larger one counts.`,
    fix: `Set the encoder's SRT latency to ${figureWords(chosenMs)} ms.`,
    settings: latencySettings(chosenMs),
  })),
  latency_too_high: problem({ rttMs: number, latencyMs: number, savedMs: number }, ({ rttMs, latencyMs, savedMs }) => ({
    sentence: `The round trip to the encoder takes ${rttMs < 1 ? 'less than 1' : figureWords(rttMs)} ms and nothing is lost. You could lower the latency to ${figureWords(latencyMs)} ms and see the picture ${figureWords(savedMs)} ms sooner.`,
    fix: 'Choose Local network in the connection details, and enter the new address in the encoder.',
    settings: latencySettings(latencyMs),
  })),
  bitrate_near_link: problem(
    { bitrateKbps: number, capacityKbps: number, goodKbps: number },
    ({ bitrateKbps, capacityKbps, goodKbps }) => ({
      sentence: `The camera sends ${figureWords(bitrateKbps)} kbit/s over a link that carries about ${figureWords(capacityKbps)} kbit/s: the picture comes late or breaks.`,
      fix: `Lower the bitrate to ${figureWords(goodKbps)} kbit/s, or use a faster link.`,
      settings: bitrateSettings(goodKbps),
    }),
  ),
  late_by_tcp: problem({ delaySeconds: number, goodKbps: number }, ({ delaySeconds, goodKbps }) => ({
    sentence: `The picture comes ${figureWords(delaySeconds, 1)} s later than it did: the link does not carry what the camera sends.`,
    fix: `Lower the bitrate to ${figureWords(goodKbps)} kbit/s, or use a faster link. Connect again to begin without the delay.`,
    settings: bitrateSettings(goodKbps),
  })),
};

/** OBS and ffmpeg take microseconds in the address, the others milliseconds. The higher latency of both ends applies. */
function latencySettings(latencyMs: number): Finding['settings'] {
  const parameter = `&latency=${latencyMs * 1000}`;
  return {
    obs: `Settings → Stream → Server: ${parameter} in the address (microseconds)`,
    larix: `${larixConnection} → Latency (ms): ${latencyMs}`,
    vmix: `${vmixOutput} → Latency: ${latencyMs}`,
    ffmpeg: `${parameter} in the srt:// address (microseconds)`,
  };
}
