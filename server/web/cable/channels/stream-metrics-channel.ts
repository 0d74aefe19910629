import type { Channel, StreamRow } from './channel';

/**
 * One stream's samples, one a second while it is live. They come from the bus, not from changes of the stream's row.
 */
export const streamMetricsChannel: Channel<StreamRow> = {
  name: 'StreamMetricsChannel',
  action: 'metrics.read',
  kind: 'stream',
  isOfStream: true,
  snapshot({ rows, streamId, latestSample }) {
    if (!rows.some(({ id }) => id === streamId)) return null;
    return latestSample ? [latestSample] : [];
  },
  changed: () => [],
  removed: () => [],
};
