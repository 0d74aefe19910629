'use client';

import { Rows3, Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { SegmentedControl } from '@/components/controls/segmented-control';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Tooltip } from '@/components/ui/tooltip';
import { groupStreams, showKind } from '../use-dashboard-view';
import { type ShownKind, shownKinds } from './arrange-streams';

interface ListControlsProps {
  counts: Record<ShownKind, number>;
  kind: ShownKind;
  search: string;
  onSearch: (search: string) => void;
  isGrouped: boolean;
}

/** Where `/` is a letter, and dialogs, which are above the list. */
const textFields = 'input:not([type="radio"], [type="range"]), textarea, select, [role="dialog"]';

const words: Record<ShownKind, string> = { all: 'All', trouble: 'Trouble', live: 'Live', off: 'Off' };

/** Controls for the list: the kind of streams, the search, and the grouping. */
export function ListControls({ counts, kind, search, onSearch, isGrouped }: ListControlsProps) {
  const searchRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(textFields) !== null;
      const isBare = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key !== '/' || isTyping || !isBare) return;
      // Firefox would open its own search.
      event.preventDefault();
      searchRef.current?.focus();
    };
    document.addEventListener('keydown', focusSearch);
    return () => document.removeEventListener('keydown', focusSearch);
  }, []);

  return (
    <div className="flex flex-wrap items-center gap-2">
      <SegmentedControl
        legend="Show"
        name="show"
        value={kind}
        onChange={(value) => showKind(value as ShownKind)}
        options={shownKinds.map((value) => ({ value, text: `${words[value]} ${counts[value]}` }))}
      />
      <div className="relative min-w-44 flex-1 sm:max-w-72">
        <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-faint" />
        <Tooltip text="Search" keys="/">
          <Input
            ref={searchRef}
            type="search"
            aria-label="Search cameras and events"
            aria-keyshortcuts="/"
            placeholder="Search"
            value={search}
            onChange={(event) => onSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              onSearch('');
              event.currentTarget.blur();
            }}
            className="h-10 pl-8"
          />
        </Tooltip>
      </div>
      <Button
        size="form"
        aria-pressed={isGrouped}
        className="aria-pressed:bg-control-press"
        onClick={() => groupStreams(!isGrouped)}
      >
        <Rows3 aria-hidden />
        Group by event
      </Button>
    </div>
  );
}
