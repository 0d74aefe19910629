'use client';

import { Rows3 } from 'lucide-react';
import { SearchField } from '@/components/controls/search-field';
import { SegmentedControl } from '@/components/controls/segmented-control';
import { Button } from '@/components/ui/button';
import { groupStreams, showKind } from '../use-dashboard-view';
import { type ShownKind, shownKinds } from './arrange-streams';

interface ListControlsProps {
  counts: Record<ShownKind, number>;
  kind: ShownKind;
  search: string;
  onSearch: (search: string) => void;
  isGrouped: boolean;
}

const words: Record<ShownKind, string> = { all: 'All', trouble: 'Trouble', live: 'Live', off: 'Off' };

/** Controls for the list: the kind of streams, the search, and the grouping. */
export function ListControls({ counts, kind, search, onSearch, isGrouped }: ListControlsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SegmentedControl
        legend="Show"
        name="show"
        value={kind}
        onChange={(value) => showKind(value as ShownKind)}
        options={shownKinds.map((value) => ({ value, text: `${words[value]} ${counts[value]}` }))}
      />
      <SearchField label="Search cameras and events" value={search} onSearch={onSearch} />
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
