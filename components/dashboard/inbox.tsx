'use client';

import { Check, ChevronDown, VideoOff } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { toastFailure } from '@/components/controls/toast-failure';
import { momentAddress } from '@/components/recordings/in-out';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Tooltip } from '@/components/ui/tooltip';
import { useMay } from '@/lib/browser/api/use-may';
import { useAcknowledgeIncident, useOpenIncidents } from '@/lib/browser/data/use-open-incidents';
import { momentKey, useThumbnails } from '@/lib/browser/data/use-thumbnails';
import { useNow } from '@/lib/browser/page/clock';
import type { OpenIncidentJson } from '@/lib/contracts/open-incidents';
import type { StreamJson } from '@/lib/contracts/streams';
import { dayMs, hourMs, minuteMs } from '@/lib/core/durations';
import { selectStream } from './use-dashboard-view';

const momentOf = ({ attributes }: OpenIncidentJson) => ({ streamId: attributes.stream_id, at: attributes.occurred_at });

/** Whether the inbox above the list shows its entries. This is known before the list is shown, so that nothing moves. */
export type InboxFold = 'unknown' | 'open' | 'closed';

interface InboxProps {
  streams: readonly StreamJson[];
  /** Above the list, where it folds to a line; null: beside the list. */
  above: { fold: InboxFold; onFold(fold: InboxFold): void } | null;
}

/** So many entries stand above the list, until all are asked for. */
const firstEntries = 3;

/** The alarms of the last day that nobody acknowledged, each with a picture of its moment where one is recorded. */
export function Inbox({ streams, above }: InboxProps) {
  const mayRead = useMay('incidents.read');
  const { data: incidents = [], isPending } = useOpenIncidents(streams, mayRead);
  const pictures = useThumbnails(incidents.map(momentOf));
  const [showsAll, setShowsAll] = useState(false);
  const isKnown = !mayRead || (!isPending && pictures !== undefined);
  const isEmpty = incidents.length === 0;
  const { fold, onFold } = above ?? {};
  useEffect(() => {
    if (isKnown && fold === 'unknown') onFold?.(isEmpty ? 'closed' : 'open');
  }, [isKnown, isEmpty, fold, onFold]);
  if (!above && isEmpty) {
    return (
      <p className="rounded-lg border border-line-strong border-dashed px-6 py-20 text-center text-muted">
        Select a camera to see its history.
      </p>
    );
  }
  if (above && isEmpty) return mayRead && isKnown ? <p className="text-muted text-sm">Nothing to acknowledge</p> : null;
  // Once they are known, no line moves for its picture.
  if (!pictures) return null;
  const shown = above && !showsAll ? worstFirst(incidents).slice(0, firstEntries) : incidents;
  const isOpen = !above || fold === 'open';
  const title = (
    <>
      Not acknowledged <span className="font-normal text-muted tabular-nums">{incidents.length}</span>
    </>
  );
  return (
    <section aria-labelledby="inbox" className="grid gap-3">
      {onFold ? (
        <h2>
          <button
            type="button"
            id="inbox"
            aria-expanded={isOpen}
            onClick={() => onFold(isOpen ? 'closed' : 'open')}
            className="flex min-h-11 w-full items-center gap-2 rounded-md font-semibold"
          >
            {title}
            <ChevronDown aria-hidden className={cn('ml-auto size-4 text-muted', isOpen && 'rotate-180')} />
          </button>
        </h2>
      ) : (
        <h2 id="inbox" className="flex min-h-[42px] items-center gap-2 font-semibold text-lg">
          {title}
        </h2>
      )}
      {isOpen ? (
        <ul className="divide-y overflow-hidden rounded-lg border">
          {shown.map((incident) => (
            <li key={incident.id} className="flex items-center gap-1 pr-3 hover:bg-control">
              <Entry
                incident={incident}
                picture={pictures.get(momentKey(momentOf(incident)))}
                hasPlace={pictures.size > 0}
              />
              <Acknowledge incident={incident} />
            </li>
          ))}
        </ul>
      ) : null}
      {isOpen && shown.length < incidents.length ? (
        <Button variant="ghost" onClick={() => setShowsAll(true)}>
          Show all {incidents.length}
        </Button>
      ) : null}
    </section>
  );
}

/** Losses before warnings, so that a few entries show what matters most. */
const worstFirst = (incidents: readonly OpenIncidentJson[]): OpenIncidentJson[] =>
  incidents.toSorted((one, two) => rankOf(one) - rankOf(two));

const rankOf = ({ attributes: { severity } }: OpenIncidentJson): number => (severity === 'critical' ? 0 : 1);

const entryClass = 'flex min-w-0 flex-1 items-center gap-3 px-3 py-2 text-left';

interface EntryProps {
  incident: OpenIncidentJson;
  picture: string | undefined;
  /** Whether any entry has a picture: the words of all then begin below each other. */
  hasPlace: boolean;
}

/** Opens the recording at the moment, where there is one, else the camera. */
function Entry({ incident, picture, hasPlace }: EntryProps) {
  const { stream_id: streamId, stream_name: name, event_id: eventId, event_name: event, ...rest } = incident.attributes;
  const { message, severity, occurred_at: at, times } = rest;
  const nowMs = useNow().getTime();
  const words = (
    <>
      {picture ? (
        // biome-ignore lint/performance/noImgElement: it is small already, behind an address with a token
        <img
          src={picture}
          alt=""
          width={240}
          height={135}
          className="aspect-video w-24 shrink-0 rounded-sm bg-well object-contain"
        />
      ) : hasPlace ? (
        <span aria-hidden className="grid aspect-video w-24 shrink-0 place-items-center rounded-sm border text-muted">
          <VideoOff className="size-4" />
        </span>
      ) : null}
      <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <span className="flex items-baseline gap-2">
          <bdi className="min-w-0 truncate font-medium">{name}</bdi>
          <time dateTime={at} className="ml-auto shrink-0 text-muted text-xs tabular-nums">
            {agoWords(nowMs - Date.parse(at))}
          </time>
        </span>
        <span className="line-clamp-2 text-sm">
          <span aria-hidden className={severity === 'critical' ? 'text-failed' : 'text-pending'}>
            {severity === 'critical' ? '■ ' : '▲ '}
          </span>
          {message}
        </span>
        <span className="truncate text-muted text-xs">
          <bdi>{event}</bdi>
          {times > 1 ? ` · ${times} times` : ''}
        </span>
      </span>
    </>
  );
  return picture ? (
    <Link href={momentAddress(eventId, Date.parse(at))} prefetch={false} className={entryClass}>
      {words}
    </Link>
  ) : (
    <button type="button" onClick={() => selectStream(streamId)} className={entryClass}>
      {words}
    </button>
  );
}

function Acknowledge({ incident: { id, attributes } }: { incident: OpenIncidentJson }) {
  const mayAcknowledge = useMay('streams.acknowledge');
  const { mutate, isPending } = useAcknowledgeIncident();
  if (!mayAcknowledge) return null;
  return (
    <Tooltip text="Acknowledge, for everyone">
      <Button
        size="icon"
        disabled={isPending}
        aria-label={`Acknowledge: ${attributes.stream_name}, ${attributes.message}`}
        onClick={() => mutate(id, { onError: toastFailure('Error', 'Failed to acknowledge') })}
      >
        <Check aria-hidden />
      </Button>
    </Tooltip>
  );
}

/** How long ago something was, in its largest unit. */
function agoWords(ms: number): string {
  if (ms < minuteMs) return 'just now';
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min ago`;
  return ms < dayMs ? `${Math.floor(ms / hourMs)} h ago` : 'yesterday';
}
