import type { Frame, Rational } from 'node-av/lib';
import { FilterChain, type FilterStep } from './filter-chain';

/** The rate of all audio that is made here. */
export const audioRateHz = 48_000;
export const stereoChannels = 2;
/** Maximum stretch of audio to follow its timestamps: 2 %, for clocks that differ by a thousandth of that. */
const maxStretchHz = 1_000;
const monoOnBothSides: FilterStep = ['pan', 'stereo|c0=c0|c1=c0'];

/** The arguments of an `abuffer` filter for frames like this one, without their time base. */
export function describeAudio({ sampleRate, format, channelLayout: { mask, nbChannels } }: Frame): string {
  const layout = mask ? `channel_layout=0x${mask.toString(16)}` : `channels=${nbChannels}`;
  return `sample_rate=${sampleRate}:sample_fmt=${format}:${layout}`;
}

/**
 * Opens what turns frames like this one into stereo of 48 kHz, whose samples are floats that alternate left and right.
 * @param steps done after that
 * @throws Error for channels that cannot become stereo
 */
export function openStereoResampler(frame: Frame, { num, den }: Rational, steps: FilterStep[] = []): FilterChain {
  return new FilterChain([
    ['abuffer', `time_base=${num}/${den}:${describeAudio(frame)}`],
    // Keeps the samples on their timestamps, because a microphone's clock is not the video's.
    ['aresample', `${audioRateHz}:async=${maxStretchHz}`],
    // FFmpeg's own mix would be 3 dB quieter on both sides, and its peaks would never reach full scale.
    ...(frame.channelLayout.nbChannels === 1 ? [monoOnBothSides] : []),
    ['aformat', 'sample_fmts=flt:channel_layouts=stereo'],
    ...steps,
    ['abuffersink'],
  ]);
}

/** The samples of a frame of {@link openStereoResampler}, left and right alternating, full scale at 1. */
export function samplesOf({ data, nbSamples }: Frame): Float32Array {
  const plane = data?.[0];
  return plane ? new Float32Array(plane.buffer, plane.byteOffset, nbSamples * stereoChannels) : new Float32Array();
}
