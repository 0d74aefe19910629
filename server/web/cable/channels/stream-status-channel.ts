import type { StreamStatusMessage } from '@/lib/contracts/cable-messages';
import type { Channel, StreamRow } from './channel';

/** One stream's status, its changes and its end. */
export const streamStatusChannel: Channel<StreamRow> = {
  name: 'StreamStatusChannel',
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

function statusOf({ id, attributes }: StreamRow): StreamStatusMessage {
  const { status, signal, started_at } = attributes;
  // Only members are shown the reason.
  const reason = 'status_reason' in attributes ? attributes.status_reason : null;
  if (status !== 'error') return { type: 'status_update', stream_id: id, status, signal, started_at };
  return { type: 'error', stream_id: id, status, message: reason ?? 'This stream has failed.' };
}
