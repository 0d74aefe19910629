import type { CompanionFeedbackDefinitions } from '@companion-module/base';
import type { StreamJson } from '@/lib/contracts/streams';
import { cameraOption } from './camera-option';
import { colors } from './colors';
import type { SightlineTypes } from './module-types';
import { isMuted, problemsOf, type Show } from './show';

type Style = { color: number; bgcolor: number };

/** How buttons look while something is so. */
export function makeFeedbacks(show: Show): CompanionFeedbackDefinitions<SightlineTypes['feedbacks']> {
  const camera = cameraOption(show);
  const ofCamera = (name: string, defaultStyle: Style, isSo: (stream: StreamJson) => boolean) => ({
    type: 'boolean' as const,
    name,
    defaultStyle,
    options: [camera],
    callback({ options }: { options: { camera: string } }) {
      const stream = show.camera(Number(options.camera));
      return stream !== undefined && isSo(stream);
    },
  });
  const ofEvent = (name: string, defaultStyle: Style, isSo: () => boolean) => ({
    type: 'boolean' as const,
    name,
    defaultStyle,
    options: [],
    callback: isSo,
  });
  const { red, green, amber, grey, blue } = colors;

  return {
    on_air: ofCamera('Camera: on air', red, ({ id }) => show.tallyOf(id) === 'program'),
    next: ofCamera('Camera: next', green, ({ id }) => show.tallyOf(id) === 'preview'),
    live: ofCamera('Camera: live', green, ({ attributes }) => attributes.signal === 'live'),
    lost: ofCamera('Camera: lost', amber, ({ attributes }) => attributes.signal === 'lost'),
    alarm: ofCamera('Camera: has an alarm that nobody has acknowledged', amber, (stream) =>
      problemsOf(stream).some(({ acknowledged }) => !acknowledged),
    ),
    recording: ofCamera('Camera: recorded', red, ({ attributes }) => !!attributes.recording),
    solo: ofCamera('Multiview: one camera fills it', blue, ({ id }) => show.event?.attributes.multiview?.solo === id),
    any_alarm: ofEvent('Event: some camera has an alarm that nobody has acknowledged', amber, () =>
      show.cameras.some((stream) => problemsOf(stream).some(({ acknowledged }) => !acknowledged)),
    ),
    any_recording: ofEvent('Event: some camera is recorded', red, () =>
      show.cameras.some(({ attributes }) => attributes.recording),
    ),
    muted: ofEvent('Event: its alarms are muted', grey, () => show.event !== undefined && isMuted(show.event)),
  };
}
