'use client';

import { ChevronDown } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { cn } from '@/components/ui/cn';
import type { StreamJson } from '@/lib/contracts/streams';
import { SeveritySign } from '../marks';
import { findingCount, findingsHint } from './finding-words';

const loadFindings = () => import('./findings').then(({ Findings }) => Findings);
/** Only preloads: if it fails, the press that follows reports it. */
const prepareFindings = () => void loadFindings().catch(() => undefined);
// One line says what is wrong; few people read on.
const Findings = dynamic(loadFindings, { ssr: false });

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
        onPointerEnter={prepareFindings}
        onFocus={prepareFindings}
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
