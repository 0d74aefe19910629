/** Video codecs that the worker decodes, by FFmpeg's names. */
export type VideoCodec = 'h264' | 'hevc' | 'mpeg2video';
/** Audio codecs that the worker decodes, by FFmpeg's names. */
export type AudioCodec = 'aac' | 'aac_latm' | 'mp2' | 'ac3' | 'eac3' | 'opus' | 'dts' | 's302m';
