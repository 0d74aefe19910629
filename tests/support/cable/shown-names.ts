import type { ClientSubscription } from './cable-clients';

interface ShownStream {
  id: string;
  attributes: { name: string };
}

/**
 * What a page has shown as a stream's name, one after the other, by the messages of its subscription to StreamsChannel: a
 * snapshot replaces what it shows, as lib/browser/data does it.
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
