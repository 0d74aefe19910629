'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useMay } from '@/lib/browser/api/use-may';
import { useContactLostSince } from '@/lib/browser/data/server-contact';
import { useRecordedTotal } from '@/lib/browser/data/use-recordings';
import { useReports } from '@/lib/browser/data/use-report';
import { useStreams } from '@/lib/browser/data/use-streams';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import { hourMs, minuteMs } from '@/lib/core/durations';

/** The places of an event with a figure each, a press away from every other one. No tab moves when a figure comes. */
export function EventTabs({ eventId }: { eventId: string }) {
  const path = usePathname();
  const mayInvite = useMay('phones.invite');
  const mayReport = useMay('reports.view');
  const page = `/events/${eventId}`;
  const recordedMs = useRecordedTotal(eventId).data?.duration_ms ?? 0;
  const streams = useStreams(eventId).data ?? [];
  const hasContact = useContactLostSince() === null;
  const liveCount = streams.filter(
    ({ attributes }) => attributes.status === 'active' && attributes.signal === 'live',
  ).length;
  const phoneCount = streams.filter(({ attributes }) => attributes.source_kind === 'phone').length;
  const showCount = useReports(eventId, mayReport).data?.length ?? 0;
  const tabs: { href: string; text: string; figure: string | null }[] = [
    { href: page, text: 'Live', figure: liveCount > 0 && hasContact ? `${liveCount} of ${streams.length}` : null },
    { href: `${page}/multiview`, text: 'Multiview', figure: someWords(streams.length, 'camera') },
    {
      href: `${page}/recordings`,
      text: 'Recordings',
      figure: recordedMs >= minuteMs ? minutesWords(recordedMs) : null,
    },
    ...(mayInvite ? [{ href: `${page}/crew`, text: 'Crew', figure: someWords(phoneCount, 'phone') }] : []),
    ...(mayReport ? [{ href: `${page}/report`, text: 'Report', figure: someWords(showCount, 'show') }] : []),
  ];
  return (
    <nav aria-label="Event" className="-mx-4 flex sm:gap-1 overflow-x-auto border-b px-4 pb-2 sm:mx-0 sm:px-0">
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
            {figure === null ? null : ` ${figure}`}
          </span>
        </Link>
      ))}
    </nav>
  );
}

/** A time in whole minutes, such as 14 min or 2 h 5 min. */
function minutesWords(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / hourMs), Math.floor((ms % hourMs) / minuteMs)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}

const someWords = (count: number, noun: string): string | null => (count === 0 ? null : countWords(count, noun));
