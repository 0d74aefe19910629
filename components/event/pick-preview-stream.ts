import type { StreamJson } from '@/lib/contracts/streams';

/** The stream that stands for its event: the first that is active, or else the first. */
export const pickPreviewStream = (streams: StreamJson[]): StreamJson | undefined =>
  streams.find((stream) => stream.attributes.status === 'active') ?? streams[0];
