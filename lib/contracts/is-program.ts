import { isMemberStream } from './is-member-stream';
import type { StreamJson } from './streams';

/** Whether a stream is its event's program, as far as the reader may know. */
export const isProgram = (stream: StreamJson): boolean =>
  isMemberStream(stream) && stream.attributes.source_kind === 'program';
