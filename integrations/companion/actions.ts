import type { CompanionActionDefinitions, CompanionInputFieldDropdown } from '@companion-module/base';
import type { Arrangement } from '@/lib/contracts/arrangement';
import { multiviewLayouts } from '@/lib/contracts/multiview-layouts';
import type { PresetJson } from '@/lib/contracts/presets';
import type { StreamJson } from '@/lib/contracts/streams';
import { type PtzSpeeds, stillPtz } from '@/lib/core/visca';
import type { Call } from './call';
import { cameraOption } from './camera-option';
import type { Direction, SightlineTypes, SwitchTo } from './module-types';
import type { PtzHands } from './ptz-hands';
import { isMuted, isOn, problemsOf, type Show } from './show';

const toOption: CompanionInputFieldDropdown<'to'> = {
  id: 'to',
  type: 'dropdown',
  label: 'To',
  default: 'toggle',
  choices: [
    { id: 'toggle', label: 'Toggle' },
    { id: 'on', label: 'On' },
    { id: 'off', label: 'Off' },
  ],
};

const onAirOption = { id: 'on_air', type: 'checkbox', label: 'Also while it is on air', default: false } as const;

const ptzPresetOption = {
  id: 'preset',
  type: 'number',
  label: 'Preset',
  default: 1,
  min: 0,
  max: 99,
  asInteger: true,
} as const;

const directionNames: Record<Direction, string> = {
  left: 'Left',
  right: 'Right',
  up: 'Up',
  down: 'Down',
  tele: 'Zoom in',
  wide: 'Zoom out',
};

const directions: Record<Direction, PtzSpeeds> = {
  left: { ...stillPtz, pan: -1 },
  right: { ...stillPtz, pan: 1 },
  up: { ...stillPtz, tilt: 1 },
  down: { ...stillPtz, tilt: -1 },
  tele: { ...stillPtz, zoom: 1 },
  wide: { ...stillPtz, zoom: -1 },
};

const scaled = ({ pan, tilt, zoom }: PtzSpeeds, by: number): PtzSpeeds => ({
  pan: pan * by,
  tilt: tilt * by,
  zoom: zoom * by,
});

const isWanted = (to: SwitchTo, isSo: boolean): boolean => (to === 'toggle' ? !isSo : to === 'on');

interface Parts {
  /** The event, as it is at the press. */
  show: Show;
  call: Call;
  hands: PtzHands;
  /** The multiview's presets, to choose from. */
  presets: PresetJson[];
}

/**
 * Makes the actions of buttons. A callback rejects with a sentence for the log: where the event has no such camera, and where the server
 * refuses.
 */
export function makeActions({
  show,
  call,
  hands,
  presets,
}: Parts): CompanionActionDefinitions<SightlineTypes['actions']> {
  const camera = cameraOption(show);
  const cameraOf = (options: { camera: string }): StreamJson => {
    const found = show.camera(Number(options.camera));
    if (!found) throw new Error(`The event has no camera ${options.camera}.`);
    return found;
  };
  const event = () => {
    if (!show.event) throw new Error('The event is not known yet.');
    return show.event;
  };
  const direct = async (multiview: Partial<Arrangement> & { preset_id?: string }) => {
    await call('PUT /events/{id}/multiview', { params: { id: event().id }, body: { multiview } });
  };

  const cut = async (program: { on_air?: string; next?: string }) => {
    await call('PUT /events/{id}/program', { params: { id: event().id }, body: { program } });
  };

  return {
    cut: {
      name: 'Program: cut to a camera',
      description: 'In an event whose program is cut in Sightline.',
      options: [camera],
      callback: ({ options }) => cut({ on_air: cameraOf(options).id }),
    },
    next: {
      name: 'Program: choose the next camera',
      description: 'In an event whose program is cut in Sightline.',
      options: [camera],
      callback: ({ options }) => cut({ next: cameraOf(options).id }),
    },
    take: {
      name: 'Program: cut to the next camera',
      description: 'In an event whose program is cut in Sightline.',
      options: [],
      async callback() {
        const next = show.cameras.find(({ id }) => show.tallyOf(id) === 'preview');
        if (!next) throw new Error('No camera is next.');
        await cut({ on_air: next.id });
      },
    },
    power: {
      name: 'Camera: on or off',
      options: [camera, toOption],
      async callback({ options }) {
        const stream = cameraOf(options);
        const params = { id: stream.id };
        if (isWanted(options.to, isOn(stream))) await call('POST /streams/{id}/start', { params });
        else await call('POST /streams/{id}/stop', { params });
      },
    },
    record: {
      name: 'Camera: record',
      options: [camera, toOption],
      async callback({ options }) {
        const stream = cameraOf(options);
        const params = { id: stream.id };
        if (isWanted(options.to, !!stream.attributes.recording)) await call('POST /streams/{id}/recording', { params });
        else await call('DELETE /streams/{id}/recording', { params });
      },
    },
    record_all: {
      name: 'Event: record all cameras',
      options: [toOption],
      async callback({ options }) {
        const params = { id: event().id };
        const isRecording = show.cameras.some(({ attributes }) => attributes.recording);
        if (isWanted(options.to, isRecording)) await call('POST /events/{id}/recording', { params });
        else await call('DELETE /events/{id}/recording', { params });
      },
    },
    mark: {
      name: 'Event: mark this moment',
      options: [{ id: 'name', type: 'textinput', label: 'Name', default: '', useVariables: true }],
      async callback({ options: { name } }) {
        // The moment of the press, however long the way to the server is.
        const at = new Date().toISOString();
        await call('POST /events/{id}/marks', { params: { id: event().id }, body: { mark: { at, name } } });
      },
    },
    mute_alarms: {
      name: 'Event: mute alarms for a changeover, or end that',
      options: [{ id: 'minutes', type: 'number', label: 'Minutes', default: 10, min: 1, max: 1_440, asInteger: true }],
      async callback({ options: { minutes } }) {
        const { id } = event();
        const until = isMuted(event()) ? null : new Date(Date.now() + minutes * 60_000).toISOString();
        await call('PATCH /events/{id}', { params: { id }, body: { event: { alarms_muted_until: until } } });
      },
    },
    acknowledge: {
      name: 'Camera: acknowledge its alarms',
      options: [camera],
      async callback({ options }) {
        const stream = cameraOf(options);
        for (const { code, since, acknowledged } of problemsOf(stream)) {
          if (acknowledged) continue;
          await call('POST /streams/{id}/acknowledge', { params: { id: stream.id }, body: { alarm: { code, since } } });
        }
      },
    },
    solo: {
      name: 'Multiview: fill it with one camera, or end that',
      description: 'On the multiviews that follow.',
      options: [camera],
      async callback({ options }) {
        const { id } = cameraOf(options);
        await direct({ solo: event().attributes.multiview?.solo === id ? null : id });
      },
    },
    layout: {
      name: 'Multiview: layout',
      description: 'On the multiviews that follow.',
      options: [
        {
          id: 'layout',
          type: 'dropdown',
          label: 'Layout',
          default: 'auto',
          choices: multiviewLayouts.map((id) => ({ id, label: id })),
        },
      ],
      callback: ({ options: { layout } }) => direct({ layout, solo: null }),
    },
    preset: {
      name: 'Multiview: preset',
      description: 'On the multiviews that follow.',
      options: [
        {
          id: 'preset',
          type: 'dropdown',
          label: 'Preset',
          default: presets[0]?.id ?? '',
          choices: presets.map(({ id, attributes }) => ({ id, label: attributes.name })),
        },
      ],
      callback: ({ options: { preset } }) => direct({ preset_id: preset }),
    },
    ptz_move: {
      name: 'PTZ: move while the button is held',
      options: [
        camera,
        {
          id: 'direction',
          type: 'dropdown',
          label: 'Direction',
          default: 'left',
          choices: Object.entries(directionNames).map(([id, label]) => ({ id, label })),
        },
        { id: 'speed', type: 'number', label: 'Speed in percent', default: 50, min: 1, max: 100 },
        onAirOption,
      ],
      callback({ options }) {
        const speeds = scaled(directions[options.direction], options.speed / 100);
        hands.move(cameraOf(options).id, speeds, options.on_air);
      },
    },
    ptz_stop: {
      name: 'PTZ: stop',
      options: [camera],
      callback: ({ options }) => hands.stop(cameraOf(options).id),
    },
    ptz_preset: {
      name: 'PTZ: move to a preset',
      options: [camera, ptzPresetOption, onAirOption],
      async callback({ options }) {
        const ptz = { action: 'recall', preset: options.preset, guard_held: options.on_air } as const;
        await call('POST /streams/{id}/ptz', { params: { id: cameraOf(options).id }, body: { ptz } });
      },
    },
  };
}
