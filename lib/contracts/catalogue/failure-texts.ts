import { z } from 'zod';
import { codedTextSchema } from './coded-text';
import { entry } from './entry';

/** The kinds of callers at a worker's port. */
export type Caller = keyof typeof callers;

const callers = { gateway: 'its gateway', camera: 'the camera', players: 'players' };
const caller = z.enum(['gateway', 'camera', 'players']);
const listener = { host: z.string(), port: z.int(), caller };

/** The reasons why a worker ends or is stopped. */
export const failureTexts = {
  /** A worker of the previous version sends a sentence and no code. */
  as_said: entry({ sentence: z.string() }, ({ sentence }) => sentence),
  worker_fault: entry(
    { cause: z.string() },
    ({ cause }) => `The stream's worker failed by a fault of its own (${cause}).`,
  ),
  worker_out_of_memory: entry(
    {},
    () =>
      "The stream's worker ran out of memory. If it happens again, set the encoder to a lower resolution or bitrate.",
  ),
  port_taken: entry(
    listener,
    ({ host, port, caller }) =>
      `Port ${port} of ${host}, where the stream's worker listens for ${callers[caller]}, is taken by another program.`,
  ),
  srt_not_listening: entry(
    { ...listener, cause: z.string() },
    ({ host, port, caller, cause }) =>
      `The stream's worker cannot listen for ${callers[caller]} on port ${port} of ${host} (${cause}).`,
  ),
  room_taken_over: entry({}, () => "Another worker has joined the room as this stream's camera."),
  room_disconnected: entry({}, () => 'Connection to the video room lost; reconnecting.'),
  room_missing: entry(
    {},
    () => "The event's room does not exist, and LiveKit makes none. Set room.auto_create in LiveKit's configuration.",
  ),
  livekit_clock: entry({}, () => "LiveKit's clock and this server's are not the same. Set both by NTP."),
  livekit_key: entry({}, () => "LiveKit refuses this server's key. Check LIVEKIT_API_KEY and LIVEKIT_API_SECRET."),
  process_silent: entry(
    { seconds: z.number() },
    ({ seconds }) => `The process handling this camera did not answer for ${seconds} s.`,
  ),
  process_ended: entry({}, () => 'The process handling this camera ended unexpectedly.'),
  process_out_of_memory: entry(
    {},
    () =>
      'The process handling this camera ran out of memory. If it happens again, set the encoder to a lower resolution or bitrate.',
  ),
  codec_failed: entry(
    {},
    () =>
      'A codec failed on what the camera sends. If it happens again, restart the encoder, or set it to H.264 and AAC.',
  ),
  restarting: entry({ failure: codedTextSchema }, ({ failure }, say) => `${say(failure)} Restarting it.`),
  failed_repeatedly: entry(
    { failures: z.int(), failure: codedTextSchema },
    ({ failures, failure }, say) =>
      `The process handling this camera failed ${failures} times in a row. ${say(failure)} Press On to try again.`,
  ),
};
