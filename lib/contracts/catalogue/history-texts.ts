import { z } from 'zod';
import { endingAlarms } from '../alarms/alarm-kinds';
import { codedTextSchema } from './coded-text';
import { type Entry, entry } from './entry';
import { durationWords } from './figure-words';

const durationMs = z.number();

const lossCauses = {
  closed: 'its encoder ended the connection',
  silent: 'nothing arrives from its encoder',
  no_frames: 'its encoder is connected but sends no picture',
  excess: 'it sends more than this server takes',
};

type Ending = (typeof endingAlarms)[number]['over']['code'];

const endings = Object.fromEntries(
  endingAlarms.map(({ over }) => [
    over.code,
    entry({ durationMs }, ({ durationMs }) => over.words(durationWords(durationMs))),
  ]),
) as Record<Ending, Entry<{ durationMs: number }, string>>;

/** The lines of a stream's history, but for failures and refused callers. */
export const historyTexts = {
  switched_on: entry({}, () => 'Switched on.'),
  switched_off: entry({}, () => 'Switched off.'),
  phone_absent: entry(
    { minutes: z.int() },
    ({ minutes }) => `Switched off: the phone was away for ${minutes} minutes. It is on again when the phone is back.`,
  ),
  phone_stopped: entry({}, () => 'Switched off: the person with the phone has stopped filming.'),
  stopped: entry({}, () => 'Stopped.'),
  ready: entry({}, () => 'Ready to receive.'),
  not_started: entry({}, () => 'This stream could not be started.'),
  worker_lost: entry({}, () => 'The server restarted this camera.'),
  taken_over: entry({}, () => 'The gateway running this camera went away; another one took over.'),
  restarting_for_passphrase: entry({}, () => 'Passphrase changed; restarting with the new one.'),
  restarting_for_source: entry({}, () => 'Source changed; restarting with the new one.'),
  passphrase_changed: entry(
    {},
    () => 'The passphrase was changed. Encoder and viewers must reconnect with the new one.',
  ),
  passphrase_removed: entry(
    {},
    () => 'Encryption was switched off. Encoder and viewers must reconnect without a passphrase.',
  ),
  source_changed: entry({}, () => 'The source was changed. Set up the new sender by the connection details.'),
  stream_key_changed: entry({}, () => 'The stream key was changed. The encoder needs the new ingest address.'),
  view_key_changed: entry({}, () => 'The view key was changed. Viewers need the new view address.'),
  signal_lost: entry({ cause: z.enum(['closed', 'silent', 'no_frames', 'excess']).nullable() }, ({ cause }) =>
    cause === null ? 'Camera lost.' : `Camera lost: ${lossCauses[cause]}.`,
  ),
  signal_back: entry({ durationMs }, ({ durationMs }) => `Camera back after ${durationWords(durationMs)}.`),
  problem_found: entry({ problem: codedTextSchema }, ({ problem }, say) => say(problem)),
  ...endings,
  alarm_until_loss: entry(
    { alarm: z.enum(endingAlarms.map(({ finding }) => finding)), durationMs },
    ({ alarm, durationMs }) => {
      const lostWords = endingAlarms.find(({ finding }) => finding === alarm)?.over.lostWords;
      return `${lostWords} for ${durationWords(durationMs)}, until the camera was lost.`;
    },
  ),
  acknowledged: entry(
    { by: z.string(), problem: codedTextSchema },
    ({ by, problem }, say) => `${by} acknowledged: ${say(problem)}`,
  ),
};
