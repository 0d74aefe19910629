import type { CompanionPresetDefinitions, CompanionPresetSection } from '@companion-module/base';
import { colors } from './colors';
import type { SightlineTypes } from './module-types';
import type { Show } from './show';

type Preset = NonNullable<CompanionPresetDefinitions<SightlineTypes>[string]>;

const style = (text: string): Preset['style'] => ({ text, size: 'auto', ...colors.plain });

/** Ready buttons: some of the event, and some of each camera. `label` is the connection's name, for variables. */
export function makePresets(
  show: Show,
  label: string,
): { sections: CompanionPresetSection<SightlineTypes>[]; presets: CompanionPresetDefinitions<SightlineTypes> } {
  const presets: Record<string, Preset> = {
    take: {
      type: 'simple',
      name: 'Cut to the next camera',
      style: style('Cut'),
      steps: [{ down: [{ actionId: 'take', options: {} }], up: [] }],
      feedbacks: [],
    },
    mark: {
      type: 'simple',
      name: 'Mark this moment',
      style: style('Mark'),
      steps: [{ down: [{ actionId: 'mark', options: { name: '' } }], up: [] }],
      feedbacks: [],
    },
    record_all: {
      type: 'simple',
      name: 'Record all cameras',
      style: style('Rec all'),
      steps: [{ down: [{ actionId: 'record_all', options: { to: 'toggle' } }], up: [] }],
      feedbacks: [{ feedbackId: 'any_recording', options: {}, style: colors.red }],
    },
    mute_alarms: {
      type: 'simple',
      name: 'Mute alarms for a changeover',
      style: style('Change-over'),
      steps: [{ down: [{ actionId: 'mute_alarms', options: { minutes: 10 } }], up: [] }],
      feedbacks: [
        { feedbackId: 'any_alarm', options: {}, style: colors.amber },
        { feedbackId: 'muted', options: {}, style: colors.grey },
      ],
    },
  };
  const ofEvent = Object.keys(presets);
  const ofCameras: string[] = [];
  for (const { attributes } of show.cameras) {
    const camera = String(attributes.number);
    const options = { camera };
    const shown = `$(${label}:name_${camera})`;
    const add = (name: string, preset: Preset) => {
      presets[`${name}_${camera}`] = preset;
      ofCameras.push(`${name}_${camera}`);
    };
    add('tally', {
      type: 'simple',
      name: `Camera ${camera}: tally, and fill the multiview`,
      style: style(`${camera}\\n${shown}`),
      steps: [{ down: [{ actionId: 'solo', options }], up: [] }],
      feedbacks: [
        { feedbackId: 'alarm', options, style: colors.amber },
        { feedbackId: 'next', options, style: colors.green },
        { feedbackId: 'on_air', options, style: colors.red },
      ],
    });
    add('next', {
      type: 'simple',
      name: `Camera ${camera}: next`,
      style: style(`${camera} Next\\n${shown}`),
      steps: [{ down: [{ actionId: 'next', options }], up: [] }],
      feedbacks: [
        { feedbackId: 'next', options, style: colors.green },
        { feedbackId: 'on_air', options, style: colors.red },
      ],
    });
    add('power', {
      type: 'simple',
      name: `Camera ${camera}: on or off`,
      style: style(`${camera} On\\n$(${label}:state_${camera})`),
      steps: [{ down: [{ actionId: 'power', options: { camera, to: 'toggle' } }], up: [] }],
      feedbacks: [
        { feedbackId: 'live', options, style: colors.green },
        { feedbackId: 'lost', options, style: colors.amber },
      ],
    });
    add('record', {
      type: 'simple',
      name: `Camera ${camera}: record`,
      style: style(`${camera} Rec`),
      steps: [{ down: [{ actionId: 'record', options: { camera, to: 'toggle' } }], up: [] }],
      feedbacks: [{ feedbackId: 'recording', options, style: colors.red }],
    });
    if (!attributes.ptz) continue;
    for (const { number, name } of attributes.ptz.presets) {
      add(`ptz_${number}`, {
        type: 'simple',
        name: `Camera ${camera}: ${name}`,
        style: style(`${camera}\\n${name}`),
        steps: [{ down: [{ actionId: 'ptz_preset', options: { camera, preset: number, on_air: false } }], up: [] }],
        feedbacks: [{ feedbackId: 'on_air', options, style: colors.red }],
      });
    }
  }
  const sections = [
    { id: 'event', name: 'Event', definitions: ofEvent },
    { id: 'cameras', name: 'Cameras', definitions: ofCameras },
  ];
  return { sections, presets };
}
