import type { ClientSubscription } from './cable-clients';

interface ShownStream {
  id: string;
  attributes: { name: string };
}

/**
 * The names that a page has shown for a stream, in order, according to its StreamsChannel messages. A snapshot replaces
 * everything, as in lib/browser/data.
 */
export function shownNames({ messages }: ClientSubscription, streamId: string): string[] {
  const names: string[] = [];
  for (const message of messages) {
    const streams = (message.type === 'streams_snapshot' ? message.streams : [message.stream]) as (
      | ShownStream
      | undefined
    )[];
    const name = streams.find((stream) => stream?.id === streamId)?.attributes.name;
    if (name !== undefined && name !== names.at(-1)) names.push(name);
  }
  return names;
}
