import { z } from 'zod';
import { lowerBitrate, vmixQuality } from '../../encoder-settings';
import { figureWords } from '../figure-words';
import { problem } from './problem';

const count = z.int();
const kilobit = 1_000;

/** Cameras beyond the limits of this server, which are not shown, and cameras that send too fast. */
export const limitProblems = {
  faster_than_real_time: problem({ pace: z.number() }, ({ pace }) => ({
    sentence: `The encoder sends ${figureWords(pace, pace < 10 ? 1 : 0)}× real time. The picture will stutter.`,
    fix: 'Have the encoder read its file in real time.',
    settings: {
      obs: 'Add the file as a Media Source: OBS plays it in real time',
      larix: 'Larix sends in real time: another device uses this camera’s key',
      vmix: 'Add the file as an input: vMix plays it in real time',
      ffmpeg: '-re before the -i of a file',
    },
  })),
  too_large: problem({ width: count, height: count, mostPixels: count }, ({ width, height, mostPixels }) => ({
    sentence: `The camera sends ${figureWords(width)} × ${figureWords(height)} pixels, and this server takes at most ${figureWords(mostPixels)} × ${figureWords(mostPixels)}: its picture is not shown.`,
    fix: 'Set the encoder to a lower resolution, such as 1920 × 1080.',
    settings: {
      obs: 'Settings → Video → Output (Scaled) Resolution: 1920x1080',
      larix: 'Settings → Video → Resolution: 1920x1080',
      vmix: `${vmixQuality} → Resolution: 1920x1080`,
      ffmpeg: '-vf scale=1920:1080',
    },
  })),
  too_many_frames: problem({ fps: count, mostFps: count }, ({ fps, mostFps }) => ({
    sentence: `The camera sends ${figureWords(fps)} frames per second, and this server takes at most ${figureWords(mostFps)}: its picture is not shown.`,
    fix: 'Set the encoder to a lower frame rate, such as 30 frames per second.',
    settings: {
      obs: 'Settings → Video → Common FPS Values: 30',
      larix: 'Settings → Video → Frame rate: 30',
      vmix: 'Settings → Display → Frame Rate: 30p',
      ffmpeg: '-r 30',
    },
  })),
  too_high_bitrate: problem({ kbps: count, mostKbps: count }, ({ kbps, mostKbps }) => ({
    sentence: `The camera sends ${figureWords(kbps / kilobit, 1)} Mbit/s, and this server takes at most ${figureWords(mostKbps / kilobit, 1)}: nothing of it is shown.`,
    fix: 'Lower the bitrate of the encoder.',
    settings: lowerBitrate,
  })),
};
