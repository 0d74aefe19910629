import type { MemberStreamJson, StreamJson } from './streams';

/** Whether the stream is shown with all that members may see. */
export const isMemberStream = (stream: StreamJson): stream is MemberStreamJson => 'stream_key' in stream.attributes;
