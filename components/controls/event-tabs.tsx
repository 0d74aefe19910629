'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useMay } from '@/lib/browser/api/use-may';
import { useRecordedTotal } from '@/lib/browser/data/use-recordings';
import { hourMs, minuteMs } from '@/lib/core/durations';

/** The places of an event, each a press away from every other one. */
export function EventTabs({ eventId }: { eventId: string }) {
  const path = usePathname();
  const mayInvite = useMay('phones.invite');
  const mayReport = useMay('reports.view');
  const page = `/events/${eventId}`;
  const recordedMs = useRecordedTotal(eventId).data?.duration_ms ?? 0;
  const tabs: { href: string; text: string; figure?: string | null }[] = [
    { href: page, text: 'Live' },
    { href: `${page}/multiview`, text: 'Multiview' },
    {
      href: `${page}/recordings`,
      text: 'Recordings',
      figure: recordedMs >= minuteMs ? minutesWords(recordedMs) : null,
    },
    ...(mayInvite ? [{ href: `${page}/crew`, text: 'Crew' }] : []),
    ...(mayReport ? [{ href: `${page}/report`, text: 'Report' }] : []),
  ];
  return (
    <nav aria-label="Event" className="-mx-4 flex gap-1 overflow-x-auto border-b px-4 pb-2 sm:mx-0 sm:px-0">
      {tabs.map(({ href, text, figure }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          aria-current={href === path ? 'page' : undefined}
          className="flex h-8 shrink-0 items-center rounded-md px-2 font-medium text-muted hover:text-ink aria-[current]:bg-control aria-[current]:text-ink pointer-coarse:h-11"
        >
          {text}
          {figure ? <span className="ml-1.5 font-normal text-faint tabular-nums">{figure}</span> : null}
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
