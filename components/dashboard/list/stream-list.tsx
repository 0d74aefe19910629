'use client';

import { Rows3 } from 'lucide-react';
import { useState } from 'react';
import { SearchField } from '@/components/controls/search-field';
import { SegmentedControl } from '@/components/controls/segmented-control';
import { lossWords } from '@/components/stream/trouble';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { useEvents } from '@/lib/browser/data/use-events';
import { useSteadyOrder } from '@/lib/browser/page/use-steady-order';
import type { StreamJson } from '@/lib/contracts/streams';
import type { PowerFailure } from '../start-stop-button';
import { StreamRow, streamColumns } from '../stream-row';
import { type DashboardView, groupStreams, selectStream, showKind } from '../use-dashboard-view';
import { arrangeStreams, countKinds, groupByEvent, type ShownKind, shownKinds } from './arrange-streams';

/** How many rows there are at first, and how many more each press shows. */
const pageSize = 50;

interface StreamListProps {
  streams: StreamJson[];
  view: DashboardView;
  onFailure: (failure: PowerFailure | undefined) => void;
}

/** All streams, trouble first, with what is needed to find one among hundreds. */
export function StreamList({ streams, view: { kind, isGrouped, selectedId }, onFailure }: StreamListProps) {
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState({ of: '', rows: pageSize });
  const { data: events = [] } = useEvents();
  const eventNames = new Map(events.map(({ id, attributes }) => [id, attributes.name]));
  const eventName = (stream: StreamJson) => eventNames.get(stream.attributes.event_id) ?? '';
  const [arranged, hold] = useSteadyOrder(arrangeStreams(streams, { kind, search, eventName }));
  // Another list begins with its first page.
  const list = `${kind} ${search}`;
  const maxRows = limit.of === list ? limit.rows : pageSize;
  const shown = arranged.slice(0, maxRows);
  const left = arranged.length - shown.length;
  const row = (stream: StreamJson) => (
    <StreamRow
      key={stream.id}
      stream={stream}
      eventName={isGrouped ? '' : eventName(stream)}
      isSelected={stream.id === selectedId}
      onSelect={selectStream}
      onFailure={onFailure}
    />
  );

  return (
    <div className="grid gap-3">
      <ListControls
        counts={countKinds(streams)}
        kind={kind}
        search={search}
        onSearch={setSearch}
        isGrouped={isGrouped}
      />
      <Card className="@container overflow-hidden" onPointerMove={hold} onFocus={hold}>
        <div
          aria-hidden
          className={cn('hidden h-8 items-center border-b px-4 text-faint text-xs @3xl:grid', streamColumns)}
        >
          <span>Camera</span>
          <span>Bitrate</span>
          <span className="text-right">Frame rate</span>
          <span className="text-right">Latency</span>
          <span className="text-right">Quality</span>
          <span>State</span>
        </div>
        {isGrouped ? (
          groupByEvent(shown).map(([eventId, group]) => (
            <section key={eventId} className="not-last:border-b">
              <h2
                dir="auto"
                className="flex flex-wrap items-baseline gap-x-3 border-b bg-raised px-4 py-2 font-semibold text-sm"
              >
                <bdi className="min-w-0 truncate">{eventNames.get(eventId) ?? ''}</bdi>
                <span className="font-normal text-failed">{lossWords(group)}</span>
              </h2>
              <ul className="divide-y">{group.map(row)}</ul>
            </section>
          ))
        ) : (
          <ul className="divide-y">{shown.map(row)}</ul>
        )}
        {arranged.length === 0 ? (
          <p className="px-4 py-10 text-center text-muted">
            {search ? `No camera or event here matches “${search}”.` : emptyTexts[kind]}
          </p>
        ) : null}
        {left > 0 ? (
          <div className="border-t p-2 text-center">
            <Button variant="ghost" onClick={() => setLimit({ of: list, rows: maxRows + pageSize })}>
              Show {Math.min(left, pageSize)} more of {left}
            </Button>
          </div>
        ) : null}
      </Card>
    </div>
  );
}

const emptyTexts = {
  all: '',
  trouble: 'No camera is in trouble.',
  live: 'No camera is live.',
  off: 'No camera is off.',
} as const;

interface ListControlsProps {
  counts: Record<ShownKind, number>;
  kind: ShownKind;
  search: string;
  onSearch: (search: string) => void;
  isGrouped: boolean;
}

const words: Record<ShownKind, string> = { all: 'All', trouble: 'Trouble', live: 'Live', off: 'Off' };

/** Controls for the list: the kind of streams, the search, and the grouping. */
function ListControls({ counts, kind, search, onSearch, isGrouped }: ListControlsProps) {
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
