import type { CompanionVariableDefinitions } from '@companion-module/base';
import type { StreamJson } from '@/lib/contracts/streams';
import type { SightlineTypes } from './module-types';
import { problemsOf, type Show } from './show';

type Value = string | number | undefined;

/** A figure of the latest second, to a tenth. */
const figure =
  (name: 'latency_ms' | 'loss_percent' | 'bitrate' | 'fps') =>
  (stream: StreamJson, show: Show): Value => {
    const value = show.sampleOf(stream)?.[name] ?? undefined;
    return value === undefined ? undefined : Math.round(value * 10) / 10;
  };

/** Reads each figure of a camera, by the beginnings of their variables' names, with what each is. */
const ofCamera = {
  name: ['name', ({ attributes }) => attributes.name],
  state: ['state', ({ attributes }) => (attributes.status === 'active' ? attributes.signal : attributes.status)],
  problem: ['worst problem', (stream) => problemsOf(stream)[0]?.sentence ?? ''],
  latency_ms: ['latency in ms', figure('latency_ms')],
  loss_percent: ['lost packets in percent', figure('loss_percent')],
  bitrate_kbps: ['bitrate in kbit/s', figure('bitrate')],
  fps: ['frame rate', figure('fps')],
} satisfies Record<string, [string, (stream: StreamJson, show: Show) => Value]>;

const ofEvent = {
  event: ['Name of the event', (show) => show.event?.attributes.name],
  on_air: [
    'Names of the cameras on air',
    (show) =>
      show.cameras
        .filter(({ id }) => show.tallyOf(id) === 'program')
        .map(({ attributes }) => attributes.name)
        .join(', '),
  ],
  cameras: ['Number of cameras', (show) => show.cameras.length],
  live: ['Number of cameras with a picture', (show) => count(show, ({ attributes }) => attributes.signal === 'live')],
  alarms: ['Number of cameras with a problem', (show) => count(show, (stream) => problemsOf(stream).length > 0)],
  recording: ['Number of cameras that are recorded', (show) => count(show, ({ attributes }) => !!attributes.recording)],
} satisfies Record<string, [string, (show: Show) => Value]>;

const count = (show: Show, isSo: (stream: StreamJson) => boolean): number => show.cameras.filter(isSo).length;

/** The names of all variables, with what they are: those of a camera end in its number. */
export function defineVariables(show: Show): CompanionVariableDefinitions<SightlineTypes['variables']> {
  const definitions: CompanionVariableDefinitions<SightlineTypes['variables']> = {};
  for (const [name, [words]] of Object.entries(ofEvent)) definitions[name] = { name: words };
  for (const { attributes } of show.cameras)
    for (const [name, [words]] of Object.entries(ofCamera))
      definitions[`${name}_${attributes.number}`] = { name: `Camera ${attributes.number}: ${words}` };
  return definitions;
}

/** The present values of all variables. */
export function readVariables(show: Show): SightlineTypes['variables'] {
  const values: SightlineTypes['variables'] = {};
  for (const [name, [, read]] of Object.entries(ofEvent)) values[name] = read(show);
  for (const stream of show.cameras)
    for (const [name, [, read]] of Object.entries(ofCamera))
      values[`${name}_${stream.attributes.number}`] = read(stream, show);
  return values;
}
