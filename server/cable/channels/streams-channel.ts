import type { Channel } from './channel';

/** All streams of the user's organization, coming, changing and going. */
export const streamsChannel: Channel = {
  name: 'StreamsChannel',
  isOfStream: false,
  snapshot: ({ streams }) => [{ type: 'streams_snapshot', streams: [...streams] }],
  changed: (stream) => [{ type: 'stream_upsert', stream }],
  removed: (streamId) => [{ type: 'stream_remove', stream_id: streamId }],
};
