/** The setting that mends a problem, by encoder. */
export interface EncoderSettings {
  obs: string;
  larix: string;
  vmix: string;
  ffmpeg: string;
}

/* Where encoders keep the settings that fixes name. */
export const obsStreaming = 'Settings → Output → Output Mode: Advanced → Streaming';
export const vmixOutput = 'Settings → Outputs → gear of the output';
export const vmixQuality = `${vmixOutput} → Quality → gear`;
export const larixConnection = 'Settings → Connections → the connection';

/** Where encoders take the ingest address. */
export const enterAddress: EncoderSettings = {
  obs: 'Settings → Stream → Service: Custom…, Server: the ingest address; leave Stream Key empty',
  larix: `${larixConnection} → URL and streamid as in the connection details`,
  vmix: `${vmixOutput} → SRT, Type: Caller, Hostname, Port and Stream ID as in the connection details`,
  ffmpeg: '-f mpegts "the ingest address"',
};

/** Where encoders set the bitrate. @param kbps of the video */
export const bitrateSettings = (kbps: number): EncoderSettings => ({
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
