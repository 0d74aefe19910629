import type { StreamStatusMessage } from '@/lib/contracts/cable-messages';
import type { StreamJson } from '@/lib/contracts/streams';
import type { Channel } from './channel';

/** One stream's status, its changes and its end. */
export const streamStatusChannel: Channel<StreamJson> = {
  name: 'StreamStatusChannel',
  kind: 'stream',
  isOfStream: true,
  snapshot({ rows, streamId }) {
    const stream = rows.find(({ id }) => id === streamId);
    return stream ? [statusOf(stream)] : null;
  },
  changed: (stream, isNew) => [{ type: isNew ? 'stream_created' : 'stream_updated', stream }, statusOf(stream)],
  removed: (streamId) => [{ type: 'stream_deleted', stream_id: streamId }],
};

function statusOf({ id, attributes }: StreamJson): StreamStatusMessage {
  const { status, status_reason, signal, started_at } = attributes;
  if (status !== 'error') return { type: 'status_update', stream_id: id, status, signal, started_at };
  return { type: 'error', stream_id: id, status, message: status_reason ?? 'This stream has failed.' };
}
