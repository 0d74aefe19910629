'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { AcknowledgeButton } from '@/components/stream/alarms/acknowledge-button';
import { alarmsOf } from '@/components/stream/alarms/alarm-words';
import { cn } from '@/components/ui/cn';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { formatTime } from '@/lib/browser/page/format-time';
import type { ShownFinding, StreamJson } from '@/lib/contracts/streams';
import { SeveritySign } from '../marks';
import {
  type FindingEncoder,
  findingCount,
  findingEncoders,
  findingsHint,
  findingText,
  severityWord,
} from './finding-words';

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

/** The doctor's findings in one line of a card's grid, beside its state, that expands; nothing where there are none. */
export function FindingsHint({ stream }: { stream: StreamJson }) {
  const [isOpen, setIsOpen] = useState(false);
  const { findings = [] } = stream.attributes;
  const [worst] = findings;
  if (!worst) return null;
  return (
    <div className="contents" data-testid="findings">
      <button
        type="button"
        aria-expanded={isOpen}
        // Its place beside the state is always free, so that no card grows as a finding comes.
        className="relative col-start-2 row-start-1 grid h-8 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 rounded-md text-left text-sm pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-1.5"
        onClick={() => setIsOpen((open) => !open)}
      >
        <SeveritySign severity={worst.severity} />
        <span className="truncate">{isOpen ? findingCount(findings) : findingsHint(findings)}</span>
        <ChevronDown aria-hidden className={cn('size-4 text-muted transition-transform', isOpen && 'rotate-180')} />
      </button>
      {isOpen ? (
        <div className="col-span-2 grid gap-3 py-2">
          <Findings stream={stream} findings={findings} />
        </div>
      ) : null}
    </div>
  );
}
