import { type Channel, maxSnapshotRows, type StreamRow } from './channel';

/** All streams of the user's organization, as they are created, changed and deleted. */
export const streamsChannel: Channel<StreamRow> = {
  name: 'StreamsChannel',
  action: 'streams.read',
  kind: 'stream',
  isOfStream: false,
  snapshot: ({ rows }) => [
    { type: 'streams_snapshot', streams: rows.slice(0, maxSnapshotRows), is_complete: rows.length <= maxSnapshotRows },
  ],
  changed: (stream) => [{ type: 'stream_upsert', stream }],
  removed: (streamId) => [{ type: 'stream_remove', stream_id: streamId }],
};
