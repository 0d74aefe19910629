'use client';

import { ChevronDown } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { PreviewWell } from '@/components/preview/preview-well';
import { RecordButton, RecorderHint } from '@/components/recordings/record-button';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { useMay } from '@/lib/browser/api/use-may';
import { useLatestSample } from '@/lib/browser/data/use-samples';
import { useTally } from '@/lib/browser/tally/use-tally';
import { isMemberStream } from '@/lib/contracts/is-member-stream';
import { isProgram } from '@/lib/contracts/is-program';
import type { StreamJson } from '@/lib/contracts/streams';
import { AlarmsButton } from './alarms/alarms-button';
import { BondedLinks } from './bonded-links';
import { isOfKind } from './camera-kinds';
import { FindingsHint } from './findings/findings-hint';
import { HealthLine } from './health-line';
import { StateMark, TallyMark, tallyFrameClass, toneClass } from './marks';
import { pictureOffer } from './picture-offer';
import { type ShownState, useShownState } from './shown-state';
import { StreamHeader } from './stream-header';

// An event has one replay.
const ReplayControls = dynamic(
  () => import('@/components/camera-source/replay-controls').then((loaded) => loaded.ReplayControls),
  { ssr: false },
);
// Few cameras have one.
const SpareLine = dynamic(() => import('./spare-line').then((loaded) => loaded.SpareLine), { ssr: false });

const loadDetails = () => import('./connection/connection-details').then((loaded) => loaded.ConnectionDetails);
/** Only preloads: if it fails, the press that follows reports it. */
const prepareDetails = () => void loadDetails().catch(() => undefined);

/** How much room a camera takes: with its picture large, as a row with a small one, or without a picture. */
export type CardForm = 'card' | 'row' | 'small';

interface StreamCardProps {
  stream: StreamJson;
  form: CardForm;
  /** CSS order in its grid. */
  order?: number | undefined;
  /** That of its connection details, which take a whole row. */
  detailsOrder?: number | undefined;
}

/** One camera: its video, its state, its switch, and how to connect its encoder. */
export function StreamCard({ stream, form, order, detailsOrder }: StreamCardProps) {
  const { name, status, signal, status_reason: reason, recording } = stream.attributes;
  /** The connection details while they are shown; loaded on demand, because few people open them. */
  const [Details, setDetails] = useState<Awaited<ReturnType<typeof loadDetails>> | null>(null);
  const detailsShown = Details !== null;
  const maySwitch = useMay('streams.start');
  const isConnectable = isMemberStream(stream);
  const { word, tone } = useShownState(stream, useLatestSample(stream.id, false));
  const tally = useTally(stream.id);
  const isCard = form === 'card';
  const isOff = isOfKind.off(stream);
  const toggleDetails = async () => {
    const loaded = detailsShown ? null : await loadDetails();
    setDetails(() => loaded);
  };

  return (
    <article
      aria-label={name}
      data-testid="stream-card"
      data-number={stream.attributes.number}
      style={{ order }}
      // Its details are beside it in the grid: a whole row, so that no other camera leaves a hole beside them.
      className={detailsShown ? 'contents' : 'grid min-w-0'}
    >
      <Card
        style={{ order }}
        className={cn('@container min-w-0 overflow-clip', cardClass[form], detailsShown && 'border-field')}
      >
        {form === 'small' ? null : (
          <PreviewWell
            stream={stream}
            placeholder={isCard ? pictureOffer(stream, maySwitch) : ''}
            lowLayerOnly={!isCard}
            className={
              isCard
                ? undefined
                : cn('w-24 shrink-0 self-center rounded-md max-lg:row-span-2', isOff && 'aspect-auto h-9 max-lg:hidden')
            }
          >
            {isCard && signal === 'lost' && tone === 'failed' ? (
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
            {isCard ? <TallyMark tally={tally} className="absolute bottom-2 left-2 text-sm" /> : null}
          </PreviewWell>
        )}
        <div className={cn('min-w-0', isOff && form === 'row' ? offRowClass : bodyClass[form])}>
          <StreamHeader stream={stream} />
          <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
            <div className="flex h-8 items-center gap-3">
              <StateLine word={word} tone={tone} />
              {isProgram(stream) ? <Badge>Program</Badge> : null}
              {isCard ? null : <TallyMark tally={tally} className="text-xs" />}
            </div>
            {isOff && !isCard ? null : (
              <div className="col-span-2">
                <HealthLine stream={stream} />
              </div>
            )}
            <FindingsHint stream={stream} />
          </div>
          {isCard ? <BondedLinks stream={stream} /> : null}
          {isCard && isConnectable && stream.attributes.source_kind === 'replay' && !isOff ? (
            <ReplayControls stream={stream} />
          ) : null}
          {isConnectable && stream.attributes.spare_id !== null && !isOff ? <SpareLine stream={stream} /> : null}
          {isConnectable ? (
            <div
              className={cn(
                '-mx-2 flex',
                form === 'row' && !isOff && 'max-lg:col-span-2',
                form === 'small' && 'justify-end',
              )}
            >
              <RecordButton stream={stream} />
              <AlarmsButton stream={stream} className="px-2 text-sm" />
              <Button
                variant="ghost"
                aria-expanded={detailsShown}
                onPointerEnter={prepareDetails}
                onFocus={prepareDetails}
                className={cn('px-2 text-sm', form !== 'small' && 'ml-auto')}
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
          {recording ? <RecorderHint recording={recording} /> : null}
          {status === 'error' && reason ? <p className="text-failed text-sm">{reason}</p> : null}
        </div>
      </Card>
      {isConnectable && Details ? (
        <Card style={{ order: detailsOrder }} className="col-span-full min-w-0 border-field">
          <Details stream={stream} />
        </Card>
      ) : null}
    </article>
  );
}

const cardClass: Record<CardForm, string> = {
  card: '',
  row: 'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 p-2 lg:flex',
  small: '',
};

const bodyClass: Record<CardForm, string> = {
  card: 'grid gap-2 border-t p-3',
  // On a narrow page the buttons have a line of their own, below the picture, too.
  row: 'max-lg:contents lg:grid lg:flex-1 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)_auto] lg:items-center lg:gap-x-6',
  small: 'grid grid-cols-[auto_minmax(0,1fr)] items-center px-3 py-1 *:first:col-span-2',
};

/** The body of a row without a picture: on a narrow page it is as a small card. */
const offRowClass =
  'max-lg:col-span-2 max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)] max-lg:items-center max-lg:px-1 max-lg:*:first:col-span-2 lg:grid lg:flex-1 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)_auto] lg:items-center lg:gap-x-6';

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
