import { hasWords } from '@/components/controls/has-words';
import { isOfKind } from '@/components/stream/camera-kinds';
import { urgencyOf } from '@/components/stream/trouble';
import type { StreamJson } from '@/lib/contracts/streams';

/** Which streams the list shows. */
export const shownKinds = ['all', 'trouble', 'live', 'off'] as const;
export type ShownKind = (typeof shownKinds)[number];

const tests: Record<ShownKind, (stream: StreamJson) => boolean> = { all: () => true, ...isOfKind };

/** How many streams there are of each kind. */
export const countKinds = (streams: StreamJson[]): Record<ShownKind, number> => ({
  all: streams.length,
  trouble: streams.filter(tests.trouble).length,
  live: streams.filter(tests.live).length,
  off: streams.filter(tests.off).length,
});

interface View {
  kind: ShownKind;
  /** Looked for in the names of cameras and events, in any order and case. */
  search: string;
  eventName(stream: StreamJson): string;
}

/** The streams of a view, the most urgent first, then by event and number; numbers in events' names count as numbers. */
export function arrangeStreams(streams: StreamJson[], { kind, search, eventName }: View): StreamJson[] {
  return streams
    .filter(tests[kind])
    .map((stream) => ({ stream, urgency: urgencyOf(stream.attributes), event: eventName(stream) }))
    .filter(({ stream, event }) => hasWords(`${stream.attributes.name} ${event}`, search))
    .sort(
      (a, b) =>
        a.urgency - b.urgency ||
        byName.compare(a.event, b.event) ||
        a.stream.attributes.number - b.stream.attributes.number,
    )
    .map(({ stream }) => stream);
}

/** The arranged streams by event: the event with the most urgent one comes first. */
export function groupByEvent(streams: StreamJson[]): [eventId: string, streams: StreamJson[]][] {
  const groups = new Map<string, StreamJson[]>();
  for (const stream of streams) {
    const group = groups.get(stream.attributes.event_id);
    if (group) group.push(stream);
    else groups.set(stream.attributes.event_id, [stream]);
  }
  return [...groups];
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
