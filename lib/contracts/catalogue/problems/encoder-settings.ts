import type { Finding } from '../../streams';

/* Where encoders keep the settings that fixes name. */
export const obsStreaming = 'Settings → Output → Output Mode: Advanced → Streaming';
export const vmixOutput = 'Settings → Outputs → gear of the output';
export const vmixQuality = `${vmixOutput} → Quality → gear`;
export const larixConnection = 'Settings → Connections → the connection';

/** Where encoders set the bitrate. @param kbps of the video */
export const bitrateSettings = (kbps: number): Finding['settings'] => ({
  obs: `${obsStreaming} → Bitrate: ${kbps} Kbps`,
  larix: `Settings → Video → Bitrate: ${kbps} Kbps`,
  vmix: `${vmixQuality} → Video Bandwidth: ${kbps * 1000} (bit/s)`,
  ffmpeg: `-b:v ${kbps}k -maxrate ${kbps}k -bufsize ${kbps}k`,
});

export const lowerBitrate = bitrateSettings(6_000);
