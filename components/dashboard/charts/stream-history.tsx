'use client';

import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Skeleton } from '@/components/ui/skeleton';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { messageOr } from '@/lib/browser/api/error-text';
import { keptSamples } from '@/lib/browser/data/append-sample';
import { type ShownRange, useMetricsRange } from '@/lib/browser/data/use-stream-history';
import type { MetricJson } from '@/lib/contracts/metrics';
import type { IncidentJson } from '@/lib/contracts/streams';
import { HistoryCharts } from './history-charts';

const periods = [
  { value: 'live', text: 'Live', period: 'the last 100 samples', spanMs: keptSamples * 1_000, maxGapMs: 3_000 },
  { value: '15m', text: '15 min', period: 'the last 15 minutes', spanMs: 900_000, maxGapMs: 6_000 },
  { value: '1h', text: '1 h', period: 'the last hour', spanMs: 3_600_000, maxGapMs: 24_000 },
  { value: '24h', text: '24 h', period: 'the last 24 hours', spanMs: 86_400_000, maxGapMs: 540_000 },
] as const;

type Period = (typeof periods)[number]['value'];

interface StreamHistoryProps {
  streamId: string;
  /** The latest samples; undefined while they are not known. */
  live: MetricJson[] | undefined;
  incidents: IncidentJson[];
  /** The stream's SRT latency. */
  latencyMs: number | undefined;
}

/** A stream's charts: live, or of a stored period. */
export function StreamHistory({ streamId, live, incidents, latencyMs }: StreamHistoryProps) {
  const [chosen, setChosen] = useState<Period>('live');
  const range: ShownRange | null = chosen === 'live' ? null : chosen;
  const stored = useMetricsRange(streamId, range);
  const samples = range ? stored.data : live;

  return (
    <Tabs value={chosen} onValueChange={(value) => setChosen(value as Period)}>
      <TabsList aria-label="Period">
        {periods.map(({ value, text }) => (
          <TabsTrigger key={value} value={value}>
            {text}
          </TabsTrigger>
        ))}
      </TabsList>
      {periods.map(({ value, period, spanMs, maxGapMs }) => (
        <TabsContent key={value} value={value} className="pt-4">
          {stored.isError && range && !samples ? (
            <Alert variant="destructive">{messageOr(stored.error, 'The history could not be loaded.')}</Alert>
          ) : !samples ? (
            <Skeleton className="h-48" />
          ) : samples.length === 0 ? (
            <p className="text-faint text-sm">
              {range ? `Nothing was recorded in ${period}.` : 'No samples yet. They appear once a camera sends.'}
            </p>
          ) : (
            <HistoryCharts
              samples={samples}
              incidents={incidents}
              period={period}
              maxGapMs={maxGapMs}
              latencyMs={latencyMs}
              window={windowOf(spanMs, range ? stored.dataUpdatedAt : lastTimeMs(samples))}
            />
          )}
        </TabsContent>
      ))}
    </Tabs>
  );
}

const windowOf = (spanMs: number, endMs: number) => ({ startMs: endMs - spanMs, endMs });
const lastTimeMs = (samples: MetricJson[]): number => Date.parse(samples.at(-1)?.recorded_at ?? '');
