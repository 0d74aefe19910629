import type { Channel } from './channel';

/** One stream's samples, one a second while it is live; they come by the bus and not from changes of streams. */
export const streamMetricsChannel: Channel = {
  name: 'StreamMetricsChannel',
  isOfStream: true,
  snapshot({ streams, streamId, latestSample }) {
    if (!streams.some(({ id }) => id === streamId)) return null;
    return latestSample ? [latestSample] : [];
  },
  changed: () => [],
  removed: () => [],
};
