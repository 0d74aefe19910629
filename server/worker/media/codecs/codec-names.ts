/** Video that is read and decoded here, by FFmpeg's names. */
export type VideoCodec = 'h264' | 'hevc' | 'mpeg2video';
/** Audio that is decoded here, by FFmpeg's names. */
export type AudioCodec = 'aac' | 'aac_latm' | 'mp2' | 'ac3' | 'eac3' | 'opus' | 'dts' | 's302m';
