'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { SeveritySign } from '@/components/stream/severity-sign';
import { cn } from '@/components/ui/cn';
import type { StreamJson } from '@/lib/contracts/streams';
import { findingCount, findingsHint } from './finding-words';
import { Findings } from './findings';

/** The doctor's findings in one line that expands; nothing where there are none. */
export function FindingsHint({ stream }: { stream: StreamJson }) {
  const [isOpen, setIsOpen] = useState(false);
  const { findings = [] } = stream.attributes;
  const [worst] = findings;
  if (!worst) return null;
  return (
    <div className="grid gap-3" data-testid="findings">
      <button
        type="button"
        aria-expanded={isOpen}
        className="grid min-h-8 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 rounded-md text-left text-sm pointer-coarse:min-h-11"
        onClick={() => setIsOpen((open) => !open)}
      >
        <SeveritySign severity={worst.severity} />
        <span className="truncate">{isOpen ? findingCount(findings) : findingsHint(findings)}</span>
        <ChevronDown aria-hidden className={cn('size-4 text-muted transition-transform', isOpen && 'rotate-180')} />
      </button>
      {isOpen ? <Findings stream={stream} findings={findings} /> : null}
    </div>
  );
}
