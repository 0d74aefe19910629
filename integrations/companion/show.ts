import { changeOf, removeRow, upsertRow } from '@/lib/browser/data/list-change';
import type { ListName, MessageOf, RowOf } from '@/lib/contracts/cable-messages';
import type { MetricJson } from '@/lib/contracts/metrics';
import type { StreamJson } from '@/lib/contracts/streams';
import type { TallyState } from '@/lib/core/tally';

/** The live lists that buttons show. */
export const followedLists = ['EventsChannel', 'StreamsChannel', 'TallyChannel'] as const satisfies ListName[];
type FollowedList = (typeof followedLists)[number];
type Rows = { [Name in FollowedList]: RowOf<Name>[] };

/** One event with its cameras, as the messages of /cable tell it. */
export class Show {
  readonly #wanted: string;
  readonly #rows: Rows = { EventsChannel: [], StreamsChannel: [], TallyChannel: [] };
  readonly #samples = new Map<string, MetricJson>();

  /** @param wanted the event's name or id; empty for the newest one */
  constructor(wanted: string) {
    this.#wanted = wanted;
  }

  /** Takes a message of a live list. */
  takeChange<Name extends FollowedList>(channel: Name, message: MessageOf<Name>): void {
    const change = changeOf<Name>(message);
    const rows = this.#rows[channel] as RowOf<Name>[];
    const changed = (): RowOf<Name>[] => {
      if ('removedId' in change) return removeRow(rows, change.removedId);
      if ('row' in change) return upsertRow(rows, change.row);
      // A list too long for one message has the rest of its rows from before.
      return change.isComplete ? change.rows : change.rows.reduce(upsertRow, rows);
    };
    this.#rows[channel] = changed() as Rows[Name];
  }

  /** Takes the latest second of a camera. */
  takeSample(streamId: string, sample: MetricJson): void {
    this.#samples.set(streamId, sample);
  }

  /** The event; undefined while there is none of that name or id. */
  get event(): RowOf<'EventsChannel'> | undefined {
    const events = this.#rows.EventsChannel;
    if (this.#wanted === '')
      return events.toSorted((a, b) => a.attributes.created_at.localeCompare(b.attributes.created_at)).at(-1);
    return (
      events.find(({ id }) => id === this.#wanted) ?? events.find(({ attributes }) => attributes.name === this.#wanted)
    );
  }

  /** The event's cameras by their numbers. */
  get cameras(): StreamJson[] {
    const eventId = this.event?.id;
    return this.#rows.StreamsChannel.filter(({ attributes }) => attributes.event_id === eventId).toSorted(
      (a, b) => a.attributes.number - b.attributes.number,
    );
  }

  camera(number: number): StreamJson | undefined {
    return this.cameras.find(({ attributes }) => attributes.number === number);
  }

  /** `off` for a camera that no switcher has. */
  tallyOf(streamId: string): TallyState {
    const tally = this.#rows.TallyChannel.find(({ id }) => id === this.event?.id);
    return tally?.attributes.streams.find((stream) => stream.stream_id === streamId)?.tally ?? 'off';
  }

  /** The latest second of a camera that is live. */
  sampleOf({ id, attributes }: StreamJson): MetricJson | undefined {
    return attributes.signal === 'live' ? this.#samples.get(id) : undefined;
  }
}

/** Lists the problems of a camera, the worst first. */
export const problemsOf = ({ attributes }: StreamJson) =>
  (attributes.findings ?? [])
    .filter(({ severity }) => severity !== 'info')
    .toSorted((a, b) => Number(b.severity === 'critical') - Number(a.severity === 'critical'));

/** Whether the camera is switched on, with a picture or not yet. */
export const isOn = ({ attributes }: StreamJson): boolean =>
  attributes.status === 'active' || attributes.status === 'provisioning';

/** Whether the event's alarms are muted at this moment. */
export const isMuted = ({ attributes }: RowOf<'EventsChannel'>): boolean =>
  attributes.alarms_muted_until !== null && Date.parse(attributes.alarms_muted_until) > Date.now();
