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

/** How to have keyframes often. */
export const oftenKeyframes = {
  fix: 'Set the encoder to a keyframe every one or two seconds.',
  settings: {
    obs: `${obsStreaming} → Keyframe Interval: 1 s`,
    larix: 'Settings → Video → Keyframe frequency: 1 s',
    vmix: `${vmixQuality} → Keyframe: 1 second`,
    ffmpeg: '-g 60 (every 2 s at 30 fps)',
  },
};
