'use client';

import { useQueries } from '@tanstack/react-query';
import { Command } from 'cmdk';
import {
  ArrowRight,
  CalendarDays,
  LayoutGrid,
  LayoutTemplate,
  Moon,
  Power,
  Search,
  UserRound,
  Video,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { hasWords } from '@/components/controls/has-words';
import { toastFailure } from '@/components/controls/toast-failure';
import { Dialog, DialogContent, DialogTitle, DialogTrigger } from '@/components/ui/dialog';
import { useMay } from '@/lib/browser/api/use-may';
import { useMembers } from '@/lib/browser/data/organization/use-members';
import { useEvents } from '@/lib/browser/data/use-events';
import { presetsQuery } from '@/lib/browser/data/use-presets';
import { useStreamPower } from '@/lib/browser/data/use-stream-power';
import { useStreams } from '@/lib/browser/data/use-streams';
import { themes, useTheme } from '@/lib/browser/page/use-theme';
import type { Popup } from './lazy-popup';
import { navItems } from './nav-items';
import { useProductName } from './product';
import { themeStorageKey } from './theme-storage-key';
import { useOrganizationSections } from './use-organization-sections';

/** As many as are read at a glance; more words find the others. */
const maxItems = 8;

/** Presets are found of so many events, the newest: each is one request. */
const maxPresetEvents = 20;

interface Item {
  id: string;
  /** Searched with the group's name. */
  text: string;
  note?: string | undefined;
  icon: ReactNode;
  run(): void;
}

/** Finds cameras, events, presets, pages and people by a few letters, and does what is done often. */
export const CommandPalette: Popup = ({ trigger }) => {
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent aria-describedby={undefined} className="top-[12dvh] max-w-xl translate-y-0 gap-0 p-0">
        <DialogTitle className="sr-only">Search and commands</DialogTitle>
        <Palette onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
};

function Palette({ onDone }: { onDone: () => void }) {
  const [search, setSearch] = useState('');
  const groups = useGroups();
  return (
    // The list is filtered below, because cmdk's own ranking would mix the groups.
    <Command label="Search and commands" shouldFilter={false} loop>
      <div className="flex items-center gap-2.5 border-b pr-14 pl-4">
        <Search aria-hidden className="size-4 shrink-0 text-faint" />
        <Command.Input
          placeholder="Camera, event, preset, person or command"
          value={search}
          onValueChange={setSearch}
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
        />
      </div>
      <Command.List className="max-h-96 overflow-y-auto p-1.5">
        <Command.Empty className="px-4 py-8 text-center text-muted">Nothing here matches “{search}”.</Command.Empty>
        {groups.map(({ name, items }) => {
          const found = items.filter(({ text, note = '' }) => hasWords(`${text} ${note} ${name}`, search));
          return found.length > 0 ? (
            <Command.Group
              key={name}
              heading={name}
              className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs"
            >
              {found.slice(0, maxItems).map(({ id, text, note, icon, run }) => (
                <Command.Item
                  key={id}
                  value={id}
                  className="flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-base select-none data-[selected=true]:bg-control-hover pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
                  onSelect={() => {
                    onDone();
                    run();
                  }}
                >
                  {icon}
                  <bdi className="min-w-0 truncate">{text}</bdi>
                  {note ? <bdi className="ml-auto min-w-0 truncate text-faint text-sm">{note}</bdi> : null}
                </Command.Item>
              ))}
            </Command.Group>
          ) : null;
        })}
      </Command.List>
    </Command>
  );
}

/** Everything that can be found, by kind. */
function useGroups(): { name: string; items: Item[] }[] {
  const router = useRouter();
  const { data: events = [] } = useEvents();
  const presets = useQueries({ queries: events.slice(-maxPresetEvents).map(({ id }) => presetsQuery(id)) });
  const { data: streams = [] } = useStreams();
  const { data: members = [] } = useMembers();
  const sections = useOrganizationSections();
  const power = useStreamPower();
  const maySwitch = useMay('streams.start');
  const [, chooseTheme] = useTheme(themeStorageKey(useProductName()));
  const go = (href: string) => () => router.push(href);
  const eventName = (id: string) => events.find((event) => event.id === id)?.attributes.name;
  const turnOn = (streamId: string) => () =>
    void power.mutateAsync({ streamId, on: true }).catch(toastFailure('Error', 'Failed to start stream'));
  const off = streams.filter(({ attributes: { status } }) => status === 'idle' || status === 'stopped');

  return [
    {
      name: 'Cameras',
      items: streams.map(({ id, attributes: { name, event_id: eventId } }) => ({
        id: `camera ${id}`,
        text: name,
        note: eventName(eventId),
        icon: <Video aria-hidden />,
        run: go(`/streams?stream=${id}`),
      })),
    },
    {
      name: 'Events',
      items: events.flatMap(({ id, attributes: { name } }) => [
        { id: `event ${id}`, text: name, icon: <CalendarDays aria-hidden />, run: go(`/events/${id}`) },
        {
          id: `multiview ${id}`,
          text: name,
          note: 'Multiview',
          icon: <LayoutGrid aria-hidden />,
          run: go(`/events/${id}/multiview`),
        },
      ]),
    },
    {
      name: 'Presets',
      items: presets.flatMap(({ data = [] }) =>
        data.map(({ id, attributes: { name, event_id: eventId } }) => ({
          id: `preset ${id}`,
          text: name,
          note: eventName(eventId),
          icon: <LayoutTemplate aria-hidden />,
          run: go(`/events/${eventId}/multiview?preset=${id}`),
        })),
      ),
    },
    {
      name: 'Turn on',
      items: (maySwitch ? off : []).map(({ id, attributes: { name, event_id: eventId } }) => ({
        id: `turn on ${id}`,
        text: name,
        note: eventName(eventId),
        icon: <Power aria-hidden />,
        run: turnOn(id),
      })),
    },
    {
      name: 'People',
      items: members.map(({ id, attributes: { first_name: firstName, last_name: lastName, email } }) => ({
        id: `member ${id}`,
        text: [firstName, lastName].filter(Boolean).join(' '),
        note: email,
        icon: <UserRound aria-hidden />,
        run: go('/organization/members'),
      })),
    },
    {
      name: 'Go to',
      items: [...navItems, ...sections, { href: '/account', text: 'Account' }].map(({ href, text }) => ({
        id: `page ${href}`,
        text,
        icon: <ArrowRight aria-hidden />,
        run: go(href),
      })),
    },
    {
      name: 'Theme',
      items: themes.map((theme) => ({
        id: `theme ${theme}`,
        text: theme,
        icon: <Moon aria-hidden />,
        run: () => chooseTheme(theme),
      })),
    },
  ];
}
