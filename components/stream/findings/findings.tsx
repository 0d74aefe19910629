'use client';

import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import type { ShownFinding, StreamJson } from '@/lib/contracts/streams';
import { FindingList } from './finding-list';
import { findingEncoders } from './finding-words';

interface FindingsProps {
  stream: StreamJson;
  /** Those of the stream to show. */
  findings: readonly ShownFinding[];
}

/** The doctor's findings, the worst first: the problem, its fix, and the setting in a chosen encoder. */
export function Findings({ stream, findings }: FindingsProps) {
  const hasSettings = findings.some(({ settings }) => settings !== null);
  if (!hasSettings) return <FindingList stream={stream} findings={findings} encoder={null} />;
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
          <FindingList stream={stream} findings={findings} encoder={id} />
        </TabsContent>
      ))}
    </Tabs>
  );
}
