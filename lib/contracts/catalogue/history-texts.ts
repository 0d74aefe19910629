import { z } from 'zod';
import { codedTextSchema } from './coded-text';
import { entry } from './entry';
import { durationWords } from './figure-words';

const durationMs = z.number();

const lossCauses = {
  closed: 'its encoder ended the connection',
  silent: 'nothing arrives from its encoder',
  no_frames: 'its encoder is connected but sends no picture',
  excess: 'it sends more than this server takes',
};

const alarmNames = {
  picture_black: 'Black',
  picture_frozen: 'Frozen',
  low_frame_rate: 'Low frame rate',
  audio_silent: 'No sound',
  audio_clipping: 'Clipping',
};

/** The lines of a stream's history, but for failures and refused callers. */
export const historyTexts = {
  switched_on: entry({}, () => 'Switched on.'),
  switched_off: entry({}, () => 'Switched off.'),
  stopped: entry({}, () => 'Stopped.'),
  ready: entry({}, () => 'Ready to receive.'),
  not_started: entry({}, () => 'This stream could not be started.'),
  worker_lost: entry({}, () => 'The process handling this camera ended unexpectedly. Restarting it.'),
  taken_over: entry({}, () => 'The gateway running this camera went away; another one took over.'),
  restarting_for_passphrase: entry({}, () => 'Passphrase changed; restarting with the new one.'),
  passphrase_changed: entry(
    {},
    () => 'The passphrase was changed. Encoder and viewers must reconnect with the new one.',
  ),
  passphrase_removed: entry(
    {},
    () => 'Encryption was switched off. Encoder and viewers must reconnect without a passphrase.',
  ),
  stream_key_changed: entry({}, () => 'The stream key was changed. The encoder needs the new ingest address.'),
  view_key_changed: entry({}, () => 'The view key was changed. Viewers need the new view address.'),
  signal_lost: entry({ cause: z.enum(['closed', 'silent', 'no_frames', 'excess']).nullable() }, ({ cause }) =>
    cause === null ? 'Camera lost.' : `Camera lost: ${lossCauses[cause]}.`,
  ),
  signal_back: entry({ durationMs }, ({ durationMs }) => `Camera back after ${durationWords(durationMs)}.`),
  problem_found: entry({ problem: codedTextSchema }, ({ problem }, say) => say(problem)),
  picture_no_longer_black: entry(
    { durationMs },
    ({ durationMs }) => `The picture is back after ${durationWords(durationMs)} of black.`,
  ),
  picture_moves_again: entry(
    { durationMs },
    ({ durationMs }) => `The picture moves again after ${durationWords(durationMs)}.`,
  ),
  frame_rate_back: entry(
    { durationMs },
    ({ durationMs }) => `The frame rate is back after ${durationWords(durationMs)}.`,
  ),
  sound_back: entry({ durationMs }, ({ durationMs }) => `The sound is back after ${durationWords(durationMs)}.`),
  sound_clean_again: entry(
    { durationMs },
    ({ durationMs }) => `The sound no longer clips, after ${durationWords(durationMs)}.`,
  ),
  alarm_until_loss: entry(
    {
      alarm: z.enum(['picture_black', 'picture_frozen', 'low_frame_rate', 'audio_silent', 'audio_clipping']),
      durationMs,
    },
    ({ alarm, durationMs }) => `${alarmNames[alarm]} for ${durationWords(durationMs)}, until the camera was lost.`,
  ),
  acknowledged: entry(
    { by: z.string(), problem: codedTextSchema },
    ({ by, problem }, say) => `${by} acknowledged: ${say(problem)}`,
  ),
};
