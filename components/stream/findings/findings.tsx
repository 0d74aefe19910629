'use client';

import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import type { StreamJson } from '@/lib/contracts/streams';
import { FindingList } from './finding-list';
import { findingEncoders } from './finding-words';

/** The doctor's findings, the worst first: the problem, its fix, and the setting in a chosen encoder. */
export function Findings({ stream }: { stream: StreamJson }) {
  const hasSettings = stream.attributes.findings?.some(({ settings }) => settings !== null);
  if (!hasSettings) return <FindingList stream={stream} encoder={null} />;
  return (
    <Tabs defaultValue={findingEncoders[0].id} className="grid gap-4">
      <TabsList aria-label="Settings for">
        {findingEncoders.map(({ id, name }) => (
          <TabsTrigger key={id} value={id}>
            {name}
          </TabsTrigger>
        ))}
      </TabsList>
      {findingEncoders.map(({ id }) => (
        <TabsContent key={id} value={id}>
          <FindingList stream={stream} encoder={id} />
        </TabsContent>
      ))}
    </Tabs>
  );
}
