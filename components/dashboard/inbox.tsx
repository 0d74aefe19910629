'use client';

import { Check, VideoOff } from 'lucide-react';
import Link from 'next/link';
import { toastFailure } from '@/components/controls/toast-failure';
import { momentAddress } from '@/components/recordings/in-out';
import { Button } from '@/components/ui/button';
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

/** The alarms of the last day that nobody acknowledged, each with a picture of its moment where one is recorded. */
export function Inbox({ streams }: { streams: readonly StreamJson[] }) {
  const mayRead = useMay('incidents.read');
  const { data: incidents = [] } = useOpenIncidents(streams, mayRead);
  const pictures = useThumbnails(incidents.map(momentOf));
  if (incidents.length === 0) {
    return (
      <p className="hidden rounded-lg border border-line-strong border-dashed px-6 py-20 text-center text-muted xl:block">
        Select a camera to see its history.
      </p>
    );
  }
  // Once they are known, no line moves for its picture.
  if (!pictures) return null;
  return (
    <section aria-labelledby="inbox" className="grid gap-3">
      <h2 id="inbox" className="flex items-center gap-2 font-semibold text-lg xl:min-h-[42px]">
        Not acknowledged <span className="font-normal text-muted tabular-nums">{incidents.length}</span>
      </h2>
      <ul className="divide-y overflow-hidden rounded-lg border">
        {incidents.map((incident) => (
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
    </section>
  );
}

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
