'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { PreviewWell } from '@/components/preview/preview-well';
import { RecordButton, RecorderHint } from '@/components/recordings/record-button';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { useMay } from '@/lib/browser/api/use-may';
import { useLatestSample } from '@/lib/browser/data/use-samples';
import { useTally } from '@/lib/browser/tally/use-tally';
import { isMemberStream } from '@/lib/contracts/is-member-stream';
import type { StreamJson } from '@/lib/contracts/streams';
import { AlarmsButton } from './alarms/alarms-button';
import { FindingsHint } from './findings/findings';
import { HealthLine } from './health-line';
import { StateMark, TallyMark, tallyFrameClass, toneClass } from './marks';
import { pictureOffer } from './picture-offer';
import { type ShownState, useShownState } from './shown-state';
import { StreamHeader } from './stream-header';

const loadDetails = () => import('./connection/connection-details').then((loaded) => loaded.ConnectionDetails);
/** Only preloads: if it fails, the press that follows reports it. */
const prepareDetails = () => void loadDetails().catch(() => undefined);

/** One camera: its video, its state, its switch, and how to connect its encoder. */
export function StreamCard({ stream }: { stream: StreamJson }) {
  const { name, status, signal, status_reason: reason, recording } = stream.attributes;
  /** The connection details while they are shown; loaded on demand, because few people open them. */
  const [Details, setDetails] = useState<Awaited<ReturnType<typeof loadDetails>> | null>(null);
  const detailsShown = Details !== null;
  const maySwitch = useMay('streams.start');
  const isConnectable = isMemberStream(stream);
  const { word, tone } = useShownState(stream, useLatestSample(stream.id, false));
  const tally = useTally(stream.id);
  const toggleDetails = async () => {
    const loaded = detailsShown ? null : await loadDetails();
    setDetails(() => loaded);
  };

  return (
    <Card as="article" aria-label={name} data-testid="stream-card" className="overflow-clip">
      <PreviewWell
        stream={stream}
        placeholder={pictureOffer(stream, maySwitch)}
        // The picture stays in view while people read the encoder's settings.
        className={cn(detailsShown && 'z-10 [@media(min-height:700px)]:sticky [@media(min-height:700px)]:top-14')}
      >
        {signal === 'lost' && tone === 'failed' ? (
          <p className="absolute inset-x-0 top-0 bg-black/80 px-3 py-2 text-sm text-white">
            Camera lost. The picture returns by itself when the encoder reconnects.
          </p>
        ) : null}
        {tally && tallyFrameClass[tally] ? (
          <div
            aria-hidden
            className={cn('pointer-events-none absolute inset-0 [--frame-width:4px]', tallyFrameClass[tally])}
          />
        ) : null}
        <TallyMark tally={tally} className="absolute bottom-2 left-2 text-sm" />
      </PreviewWell>
      <div className="grid gap-2 border-t p-3">
        <StreamHeader stream={stream} />
        <div className="grid gap-0.5">
          <StateLine word={word} tone={tone} />
          <HealthLine stream={stream} />
        </div>
        {isConnectable ? (
          <div className="-mx-2 flex flex-wrap">
            <RecordButton stream={stream} />
            <AlarmsButton stream={stream} className="px-2 text-sm" />
            <Button
              variant="ghost"
              aria-expanded={detailsShown}
              onPointerEnter={prepareDetails}
              onFocus={prepareDetails}
              className="ml-auto px-2 text-sm"
              onClick={toggleDetails}
            >
              {detailsShown ? 'Hide connection details' : 'Show connection details'}
              <ChevronDown
                aria-hidden
                className={cn('transition-transform max-sm:hidden', detailsShown && 'rotate-180')}
              />
            </Button>
          </div>
        ) : null}
        <FindingsHint stream={stream} />
        {recording ? <RecorderHint recording={recording} /> : null}
        {status === 'error' && reason ? <p className="text-failed text-sm">{reason}</p> : null}
      </div>
      {isConnectable && Details ? <Details stream={stream} /> : null}
    </Card>
  );
}

/** A stream's state as a shape and a word. The page's StateAnnouncer says changes. */
const StateLine = ({ word, tone }: Pick<ShownState, 'word' | 'tone'>) => (
  <p
    data-testid="state"
    className={cn('flex items-center gap-1.5 font-medium text-sm whitespace-nowrap', toneClass[tone])}
  >
    <StateMark tone={tone} />
    {word}
  </p>
);
