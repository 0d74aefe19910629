import type { LatencyChoice } from '../core/srt-latency';
import type { SourceKind } from './source-kinds';

// Without zod: screens load this.

const choiceWords = (choice: number | null) => (choice === null ? 'automatically' : `number ${choice}`);

/** How far a camera's sound can be moved against its picture, either way. Beyond that the cable is the fault. */
export const maxAudioDelayMs = 500;

/** How many seconds a camera has been without a picture when its spare takes its place, in tenths. */
export const spareAfterLimits = { min: 0.3, max: 60, step: 0.1 } as const;

/** How a camera gets its place back from its spare. */
export const spareReturns = ['by_itself', 'by_hand'] as const;
export type SpareReturns = (typeof spareReturns)[number];

export const spareReturnsWords: Record<SpareReturns, string> = { by_itself: 'by itself', by_hand: 'by hand' };

/** A program sends the pictures of one encoder, or the cameras' own packets. */
export const programForms = ['steady', 'clean'] as const;
export type ProgramForm = (typeof programForms)[number];

/** Says what becomes of a camera's sound. @param delayMs above 0: it is later */
export const audioDelayWords = (delayMs: number): string => {
  if (delayMs === 0) return 'sound as the camera sends it';
  return delayMs > 0 ? `sound ${delayMs} ms later` : `sound ${-delayMs} ms earlier`;
};

/**
 * The settings of a stream that are stored as they come, by their names in the API. A row has the field of the stream, and
 * how the audit trail tells a change. `streams.ts` has a schema for each.
 */
export const streamSettings = {
  latency: {
    field: 'latency',
    action: 'streams.change_latency',
    words: 'changed the latency of',
    detail: (latency: LatencyChoice) => `to ${typeof latency === 'number' ? `${latency} ms` : latency}`,
  },
  program: {
    field: 'program',
    action: 'streams.choose_program',
    words: 'chose the program of',
    detail: choiceWords,
  },
  audio_track: {
    field: 'audioTrack',
    action: 'streams.choose_audio_track',
    words: 'chose the audio track of',
    detail: choiceWords,
  },
  audio_delay_ms: {
    field: 'audioDelayMs',
    action: 'streams.change_lip_sync',
    words: 'changed the lip sync of',
    detail: (delayMs: number) => audioDelayWords(delayMs),
  },
  source_kind: {
    field: 'sourceKind',
    action: 'streams.change_source',
    words: 'changed the source of',
    detail: (kind: SourceKind) => `to ${kind}`,
  },
  records_when_on: {
    field: 'recordsWhenOn',
    action: 'streams.record_when_on',
    words: 'changed whether On also records',
    detail: (isOn: boolean) => (isOn ? 'to yes' : 'to no'),
  },
  spare_returns: {
    field: 'spareReturns',
    action: 'streams.change_spare_returns',
    words: 'changed the return from its spare, of',
    detail: (returns: SpareReturns) => `to ${spareReturnsWords[returns]}`,
  },
  program_form: {
    field: 'programForm',
    action: 'streams.change_program_form',
    words: 'changed what the program sends, of',
    detail: (form: ProgramForm) => `to ${form}`,
  },
} as const;

export type StreamSetting = keyof typeof streamSettings;
export type StreamSettingAction = (typeof streamSettings)[StreamSetting]['action'];

export const streamSettingNames = Object.keys(streamSettings) as StreamSetting[];

export const streamSettingActions = streamSettingNames.map((name) => streamSettings[name].action);
