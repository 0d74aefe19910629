'use client';

import { AcknowledgeButton } from '@/components/stream/alarms/acknowledge-button';
import { alarmsOf } from '@/components/stream/alarms/alarm-words';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { formatTime } from '@/lib/browser/page/format-time';
import type { ShownFinding, StreamJson } from '@/lib/contracts/streams';
import { SeveritySign } from '../marks';
import { type FindingEncoder, findingEncoders, findingText, severityWord } from './finding-words';

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

interface FindingListProps {
  stream: StreamJson;
  /** Those of the stream to list. */
  findings: readonly ShownFinding[];
  /** The encoder whose settings are shown; null shows none. */
  encoder: FindingEncoder | null;
}

/** The doctor's findings, one below the other. */
function FindingList({ stream, findings, encoder }: FindingListProps) {
  const alarms = alarmsOf(stream.attributes);
  return (
    <ul className="grid gap-4">
      {findings.map((finding) => {
        const { code, severity, settings, since } = finding;
        const { sentence, fix } = findingText(finding);
        const alarm = alarms.find((one) => one.finding === finding);
        return (
          <li key={code} className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2.5 gap-y-1 text-sm">
            <SeveritySign severity={severity} />
            <p className="font-medium">{sentence}</p>
            <p className="col-start-2 text-muted">{fix}</p>
            {encoder && settings ? (
              <p className="col-start-2 rounded-md bg-control px-2 py-1.5 font-mono text-xs wrap-anywhere">
                {settings[encoder]}
              </p>
            ) : null}
            <p className="col-start-2 text-faint text-xs">
              {severityWord(finding)}, since <time dateTime={since}>{formatTime(new Date(since))}</time>
            </p>
            {alarm ? (
              <AcknowledgeButton
                stream={stream}
                alarm={alarm}
                className="col-start-2 justify-self-start text-muted text-xs"
              />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
