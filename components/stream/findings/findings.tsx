'use client';

import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import type { Finding } from '@/lib/contracts/streams';
import { FindingList } from './finding-list';
import { findingEncoders } from './finding-words';

/** What the doctor found, the worst first: what is wrong, what to do, and the setting in the encoder one chooses. */
export function Findings({ findings }: { findings: Finding[] }) {
  const hasSettings = findings.some(({ settings }) => settings !== null);
  if (!hasSettings) return <FindingList findings={findings} encoder={null} />;
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
          <FindingList findings={findings} encoder={id} />
        </TabsContent>
      ))}
    </Tabs>
  );
}
