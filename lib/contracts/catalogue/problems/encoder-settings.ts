import type { Finding } from '../../streams';

/* Where encoders keep the settings that fixes name. */
export const obsStreaming = 'Settings → Output → Output Mode: Advanced → Streaming';
export const vmixOutput = 'Settings → Outputs → gear of the output';
export const vmixQuality = `${vmixOutput} → Quality → gear`;
export const larixConnection = 'Settings → Connections → the connection';

export const lowerBitrate: Finding['settings'] = {
  obs: `${obsStreaming} → Bitrate: 6000 Kbps`,
  larix: 'Settings → Video → Bitrate: 6000 Kbps',
  vmix: `${vmixQuality} → Video Bandwidth: 6000000 (bit/s)`,
  ffmpeg: '-b:v 6000k -maxrate 6000k -bufsize 6000k',
};
