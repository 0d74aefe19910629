import { z } from 'zod';
import { obsStreaming, oftenKeyframes, vmixOutput, vmixQuality } from '../../encoder-settings';
import { figureWords } from '../figure-words';
import { plainProblem, problem } from './problem';

const number = z.number();

/** Problems of the video as the encoder makes it. */
export const videoProblems = {
  picture_black: plainProblem({
    sentence: 'The picture is black.',
    fix: "Check the lens cap, the camera's output and the encoder's source.",
    settings: null,
  }),
  picture_frozen: plainProblem({
    sentence: 'The picture is frozen: frames arrive, and all are the same.',
    fix: "Check the encoder's source; if the picture stands still on purpose, switch this alarm off.",
    settings: null,
  }),
  low_frame_rate: problem({ now: number, usual: number }, ({ now, usual }) => ({
    sentence: `Frame rate dropped from ${figureWords(usual)} to ${figureWords(now)} fps.`,
    fix: 'Check the load of the encoder and its network; phones drop frames in low light, so add light.',
    settings: null,
  })),
  long_gop: problem({ gopSeconds: number }, ({ gopSeconds }) => ({
    sentence: `Keyframes are ${figureWords(gopSeconds, 1)} s apart, so a picture can take that long to appear or recover.`,
    ...oftenKeyframes,
  })),
  b_frames: plainProblem({
    sentence:
      'The camera sends B-frames, which browsers cannot play live; its picture is transcoded here, adding load and delay.',
    fix: 'Turn off B-frames in the encoder.',
    settings: {
      obs: `${obsStreaming} → x264: x264 Options: bframes=0; hardware encoders: Max B-frames: 0`,
      larix: 'Settings → Video → Profile: Baseline, which has no B-frames',
      vmix: `${vmixQuality} → Profile: Baseline, which has no B-frames`,
      ffmpeg: '-bf 0',
    },
  }),
  hevc: plainProblem({
    sentence:
      'The camera sends HEVC, which not every browser can play; its picture is transcoded here, adding load and losing some quality.',
    fix: 'Set the encoder to H.264.',
    settings: {
      obs: `${obsStreaming} → Video Encoder: x264, or one with H.264 in its name`,
      larix: 'Settings → Video → Format: H.264',
      vmix: `${vmixOutput} → Video Codec: H264`,
      ffmpeg: '-c:v libx264',
    },
  }),
  variable_frame_rate: problem({ shortestMs: number, longestMs: number }, ({ shortestMs, longestMs }) => ({
    sentence: `The frame rate varies: frames are ${figureWords(shortestMs)} to ${figureWords(longestMs)} ms apart, so motion looks uneven.`,
    fix: 'Set a constant frame rate the encoder can hold; phones drop frames in low light, so add light.',
    settings: {
      obs: `Settings → Video → Common FPS Values: 30; if View → Docks → Stats shows skipped frames: ${obsStreaming} → a faster preset`,
      larix: 'Settings → Video → Frame rate: 30; Settings → Adaptive bitrate → Adaptive frame rate: off',
      vmix: 'Settings → Display → Frame Rate: 30p',
      ffmpeg: '-fps_mode cfr -r 30',
    },
  })),
  clock_drift: problem({ ppm: number, secondsPerHour: number }, ({ ppm, secondsPerHour }) => ({
    sentence: `The encoder's clock runs ${figureWords(Math.abs(ppm))} ppm too ${ppm > 0 ? 'fast' : 'slow'}, ${figureWords(secondsPerHour, 1)} s per hour; the picture stays in time here, but other receivers may stutter.`,
    fix: "Use one clock for picture and sound, and sync the computer's time.",
    settings: {
      obs: 'Properties of the audio source → Use Device Timestamps: off; time of the computer: set automatically',
      larix: 'Time of the phone: set automatically; then stop and start the broadcast',
      vmix: 'Settings → Display → Frame Rate: that of the sources; time of the computer: set automatically',
      ffmpeg: '-use_wallclock_as_timestamps 1 before the -i of a live input',
    },
  })),
};
