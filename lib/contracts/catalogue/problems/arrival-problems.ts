import { z } from 'zod';
import { larixConnection, obsStreaming, oftenKeyframes, vmixOutput } from '../../encoder-settings';
import type { Finding } from '../../streams';
import { plainProblem, problem } from './problem';

const sendMpegTs: Finding['settings'] = {
  obs: 'Settings → Stream → Server: the srt:// address; in Custom Output (FFmpeg), Container Format: mpegts',
  larix: `${larixConnection} → URL: srt://, which sends MPEG-TS`,
  vmix: `${vmixOutput} → SRT, which sends MPEG-TS`,
  ffmpeg: '-f mpegts',
};
const sendH264: Finding['settings'] = {
  obs: `${obsStreaming} → Video Encoder: x264, or one with H.264 in its name`,
  larix: 'Settings → Video → Format: H.264',
  vmix: `${vmixOutput} → Video Codec: H264`,
  ffmpeg: '-c:v libx264 -c:a aac',
};

/** Encoders that send something that cannot be shown. */
export const arrivalProblems = {
  nothing_arrives: plainProblem({
    sentence: 'The encoder is connected but sends nothing.',
    fix: "Start the stream in the encoder, and check the encoder's source.",
    settings: null,
  }),
  sends_matroska: plainProblem({
    sentence: 'The encoder sends Matroska (MKV or WebM) instead of MPEG-TS.',
    fix: 'Set the container of the encoder to MPEG-TS.',
    settings: sendMpegTs,
  }),
  sends_flv: plainProblem({
    sentence: 'The encoder sends FLV instead of MPEG-TS.',
    fix: 'Set the container of the encoder to MPEG-TS.',
    settings: sendMpegTs,
  }),
  sends_mp4: plainProblem({
    sentence: 'The encoder sends MP4 instead of MPEG-TS.',
    fix: 'Set the container of the encoder to MPEG-TS.',
    settings: sendMpegTs,
  }),
  not_mpegts: plainProblem({
    sentence: 'The encoder sends data that is not MPEG-TS.',
    fix: 'Set the container of the encoder to MPEG-TS.',
    settings: sendMpegTs,
  }),
  scrambled: plainProblem({
    sentence: 'The encoder sends scrambled MPEG-TS, which cannot be decoded here.',
    fix: 'Turn scrambling (BISS or conditional access) off. To encrypt, set a passphrase in the connection details.',
    settings: null,
  }),
  no_tables: plainProblem({
    sentence: 'The encoder sends MPEG-TS without its tables (PAT and PMT), so nobody can tell what is in it.',
    fix: 'Set the encoder to repeat PAT and PMT at least twice a second.',
    settings: {
      obs: 'Settings → Stream → Server: the srt:// address, without a custom muxer',
      larix: `${larixConnection} → URL: srt://, which sends the tables`,
      vmix: `${vmixOutput} → SRT, which sends the tables`,
      ffmpeg: '-f mpegts -pat_period 0.1',
    },
  }),
  no_media: plainProblem({
    sentence: 'The encoder sends MPEG-TS with no video or audio that can be decoded.',
    fix: 'Send H.264 video and AAC audio.',
    settings: sendH264,
  }),
  no_frames: plainProblem({
    sentence: 'The encoder announces its streams but sends nothing of them.',
    fix: "Check the encoder's source and the cable to it.",
    settings: null,
  }),
  no_keyframe: plainProblem({
    sentence: 'The encoder sends video without a keyframe, so no picture can begin.',
    ...oftenKeyframes,
  }),
  cut_keyframes: plainProblem({
    sentence: 'The beginning of each keyframe is missing, so no picture can begin.',
    fix: 'In GStreamer, write mpegtsmux alignment=7: without it, srtsink leaves those packets out.',
    settings: null,
  }),
  video_not_decodable: problem({ codec: z.string() }, ({ codec }) => ({
    sentence: `The camera sends video as ${codec}, which cannot be shown here.`,
    fix: 'Set the encoder to H.264.',
    settings: sendH264,
  })),
};
