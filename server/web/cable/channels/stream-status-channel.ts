import type { ChannelMessage } from '@/lib/contracts/cable-messages';
import type { Channel, StreamRow } from './channel';

/** One stream's status, its changes and its end. */
export const streamStatusChannel: Channel<StreamRow> = {
  name: 'StreamStatusChannel',
  action: 'streams.read',
  kind: 'stream',
  isOfStream: true,
  snapshot({ rows, streamId }) {
    const stream = rows.find(({ id }) => id === streamId);
    return stream ? [statusOf(stream)] : null;
  },
  changed: (stream, isNew) => [
    isNew ? { type: 'stream_created', stream } : { type: 'stream_updated', stream },
    statusOf(stream),
  ],
  removed: (streamId) => [{ type: 'stream_deleted', stream_id: streamId }],
};

function statusOf({ id, attributes }: StreamRow): ChannelMessage {
  const { status, signal, started_at } = attributes;
  if (status !== 'error') return { type: 'status_update', stream_id: id, status, signal, started_at };
  const reason = 'status_reason' in attributes ? attributes.status_reason : null;
  return { type: 'error', stream_id: id, status, message: reason ?? 'This stream has failed.' };
}
