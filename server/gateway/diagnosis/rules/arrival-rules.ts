import type { Finding } from '@/lib/contracts/streams';
import type { Arrival } from '@/lib/contracts/worker-protocol';
import { larixConnection, obsStreaming, type Rule, rule, vmixOutput, vmixQuality } from './rule';

/** A connection takes a moment until its first tables and its first keyframe. */
const timing = { severity: 'critical', appearsAfterMs: 3_000, goesAfterMs: 0 } as const;
const keyframeAfterMs = 8_000;
const cutAfterMs = 5_000;

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
const sendKeyframes: Finding['settings'] = {
  obs: `${obsStreaming} → Keyframe Interval: 1 s`,
  larix: 'Settings → Video → Keyframe frequency: 1 s',
  vmix: `${vmixQuality} → Keyframe: 1 second`,
  ffmpeg: '-g 60 (every 2 s at 30 fps)',
};

type Kind = Exclude<Arrival['kind'], 'unsupported_video'>;
type Entry = Pick<Rule, 'code'> & { sentence: string; fix: string; settings: Finding['settings']; afterMs?: number };

const entries: Record<Kind, Entry> = {
  nothing: {
    code: 'nothing_arrives',
    sentence: 'The encoder is connected but sends nothing.',
    fix: "Start the stream in the encoder, and check the encoder's source.",
    settings: null,
  },
  matroska: {
    code: 'sends_matroska',
    sentence: 'The encoder sends Matroska (MKV or WebM) instead of MPEG-TS.',
    fix: 'Set the container of the encoder to MPEG-TS.',
    settings: sendMpegTs,
  },
  flv: {
    code: 'sends_flv',
    sentence: 'The encoder sends FLV instead of MPEG-TS.',
    fix: 'Set the container of the encoder to MPEG-TS.',
    settings: sendMpegTs,
  },
  mp4: {
    code: 'sends_mp4',
    sentence: 'The encoder sends MP4 instead of MPEG-TS.',
    fix: 'Set the container of the encoder to MPEG-TS.',
    settings: sendMpegTs,
  },
  unknown: {
    code: 'not_mpegts',
    sentence: 'The encoder sends data that is not MPEG-TS.',
    fix: 'Set the container of the encoder to MPEG-TS.',
    settings: sendMpegTs,
  },
  scrambled: {
    code: 'scrambled',
    sentence: 'The encoder sends scrambled MPEG-TS, which cannot be decoded here.',
    fix: 'Turn scrambling (BISS or conditional access) off. To encrypt, set a passphrase in the connection details.',
    settings: null,
  },
  no_tables: {
    code: 'no_tables',
    sentence: 'The encoder sends MPEG-TS without its tables (PAT and PMT), so nobody can tell what is in it.',
    fix: 'Set the encoder to repeat PAT and PMT at least twice a second.',
    settings: {
      obs: 'Settings → Stream → Server: the srt:// address, without a custom muxer',
      larix: `${larixConnection} → URL: srt://, which sends the tables`,
      vmix: `${vmixOutput} → SRT, which sends the tables`,
      ffmpeg: '-f mpegts -pat_period 0.1',
    },
  },
  no_media: {
    code: 'no_media',
    sentence: 'The encoder sends MPEG-TS with no video or audio that can be decoded.',
    fix: 'Send H.264 video and AAC audio.',
    settings: sendH264,
  },
  no_frames: {
    code: 'no_frames',
    sentence: 'The encoder announces its streams but sends nothing of them.',
    fix: "Check the encoder's source and the cable to it.",
    settings: null,
  },
  no_keyframe: {
    code: 'no_keyframe',
    sentence: 'The encoder sends video without a keyframe, so no picture can begin.',
    fix: 'Set the encoder to a keyframe every one or two seconds.',
    settings: sendKeyframes,
    afterMs: keyframeAfterMs,
  },
  cut_keyframes: {
    code: 'cut_keyframes',
    sentence: 'The beginning of each keyframe is missing, so no picture can begin.',
    fix: 'In GStreamer, write mpegtsmux alignment=7: without it, srtsink leaves those packets out.',
    settings: null,
    afterMs: cutAfterMs,
  },
};

/** What an encoder sends in place of something that can be shown. */
export const arrivalRules: Rule[] = [
  ...Object.entries(entries).map(([kind, { code, sentence, fix, settings, afterMs = timing.appearsAfterMs }]) =>
    rule({
      ...timing,
      code,
      appearsAfterMs: afterMs,
      find: ({ arrival }) => (arrival?.kind === kind ? {} : null),
      sentence: () => sentence,
      fix: () => fix,
      settings: () => settings,
    }),
  ),
  rule({
    ...timing,
    code: 'video_not_decodable',
    find: ({ arrival }) => (arrival?.kind === 'unsupported_video' ? arrival.codec : null),
    sentence: (codec) => `The camera sends video as ${codec}, which cannot be shown here.`,
    fix: () => 'Set the encoder to H.264.',
    settings: () => sendH264,
  }),
];
