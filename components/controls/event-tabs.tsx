'use client';

import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useMay } from '@/lib/browser/api/use-may';
import { useContactLostSince } from '@/lib/browser/data/server-contact';
import { useRecordedTotal } from '@/lib/browser/data/use-recordings';
import { useReports } from '@/lib/browser/data/use-report';
import { useStreams } from '@/lib/browser/data/use-streams';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import { hourMs, minuteMs } from '@/lib/core/durations';

/**
 * The places of an event with a figure each, a press away from every other one, and the way back to the events. It is the first
 * row of each place, so that it stays where it is from one to the next. No tab moves when a figure comes.
 */
export function EventTabs({ eventId }: { eventId: string }) {
  const path = usePathname();
  const mayInvite = useMay('phones.invite');
  const mayReport = useMay('reports.view');
  const page = `/events/${eventId}`;
  const recordedMs = useRecordedTotal(eventId).data?.duration_ms;
  const streams = useStreams(eventId).data;
  const hasContact = useContactLostSince() === null;
  const liveCount = streams?.filter(
    ({ attributes }) => attributes.status === 'active' && attributes.signal === 'live',
  ).length;
  const phoneCount = streams?.filter(({ attributes }) => attributes.source_kind === 'phone').length;
  // Only shows that are over count.
  const showCount = useReports(eventId, mayReport).data?.length;
  const liveFigure = streams?.length ? `${liveCount} of ${streams.length}` : someWords(streams?.length, 'camera');
  const tabs: { href: string; text: string; figure: string }[] = [
    { href: page, text: 'Live', figure: hasContact ? liveFigure : unknown },
    { href: `${page}/multiview`, text: 'Multiview', figure: someWords(streams?.length, 'camera') },
    { href: `${page}/recordings`, text: 'Recordings', figure: minutesWords(recordedMs) },
    ...(mayInvite ? [{ href: `${page}/crew`, text: 'Crew', figure: someWords(phoneCount, 'phone') }] : []),
    ...(mayReport
      ? [
          {
            href: `${page}/report`,
            text: 'Report',
            figure: showCount === 0 && liveCount ? 'So far' : someWords(showCount, 'show'),
          },
        ]
      : []),
  ];
  return (
    <nav aria-label="Event" className="-mx-4 flex sm:gap-1 overflow-x-auto border-b px-4 pb-2 sm:mx-0 sm:px-0">
      <Link
        href="/app"
        className="-ml-2 grid h-11 w-8 shrink-0 place-items-center rounded-md text-muted hover:text-ink sm:w-9"
      >
        <ArrowLeft aria-hidden className="size-4" />
        <span className="sr-only">Back to events</span>
      </Link>
      {tabs.map(({ href, text, figure }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          aria-current={href === path ? 'page' : undefined}
          className="grid h-11 min-w-15 shrink-0 content-center rounded-md px-1.5 sm:min-w-17 sm:px-2 font-medium text-muted leading-5 hover:text-ink aria-[current]:bg-control aria-[current]:text-ink"
        >
          {text}
          {/* Its place is kept, and its width counts for nothing. */}
          <span className="h-4 w-0 min-w-full font-normal text-faint text-xs leading-4 tabular-nums whitespace-nowrap">
            {` ${figure}`}
          </span>
        </Link>
      ))}
    </nav>
  );
}

/** The figure of a place while it is not known. */
const unknown = '–';

/** Keeps a figure's line from being empty where there is nothing to count. */
const none = 'None';

/** A time in whole minutes, such as 14 min or 2 h 5 min. */
function minutesWords(ms: number | undefined): string {
  if (ms === undefined) return unknown;
  if (ms < minuteMs) return ms === 0 ? none : '< 1 min';
  const [hours, minutes] = [Math.floor(ms / hourMs), Math.floor((ms % hourMs) / minuteMs)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}

const someWords = (count: number | undefined, noun: string): string =>
  count === undefined ? unknown : count === 0 ? none : countWords(count, noun);
