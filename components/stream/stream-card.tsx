'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { Confirm } from '@/components/controls/confirm';
import { ItemMenu } from '@/components/controls/item-menu';
import { RenameForm } from '@/components/controls/rename-form';
import { PreviewWell } from '@/components/preview/preview-well';
import { RecordButton } from '@/components/recordings/record-button';
import { RecordWhenOnItem } from '@/components/recordings/record-when-on-item';
import { RecorderHint } from '@/components/recordings/recorder-hint';
import { tallyFrameClass } from '@/components/tally/tally-frame-class';
import { TallyMark } from '@/components/tally/tally-mark';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useLatestSample } from '@/lib/browser/data/use-latest-sample';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { useTally } from '@/lib/browser/tally/use-tally';
import { isMemberStream } from '@/lib/contracts/is-member-stream';
import type { StreamJson } from '@/lib/contracts/streams';
import { AlarmsButton } from './alarms/alarms-button';
import { CameraNumber } from './camera-number';
import { WaitingForCamera } from './connection/waiting-for-camera';
import { FindingsHint } from './findings/findings-hint';
import { HealthLine } from './health-line';
import { PowerSwitch } from './power-switch';
import type { ShownState } from './shown/shown-state';
import { useShownState } from './shown/use-shown-state';
import { StateMark } from './state-mark';
import { toneClass } from './tone-class';
import { TurnOnOffer } from './turn-on-offer';

const loadDetails = () => import('./connection/connection-details').then((loaded) => loaded.ConnectionDetails);
/** Only preloads: if it fails, the press that follows reports it. */
const prepareDetails = () => void loadDetails().catch(() => undefined);

const showError = (description: string) => toast.error('Error', { description });

/** One camera: its video, its state, its switch, and how to connect its encoder. */
export function StreamCard({ stream }: { stream: StreamJson }) {
  const { name, number, status, signal, status_reason: reason } = stream.attributes;
  /** The name being edited; null while it is not. */
  const [draft, setDraft] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  /** The connection details while they are shown; loaded on demand, because few people open them. */
  const [Details, setDetails] = useState<Awaited<ReturnType<typeof loadDetails>> | null>(null);
  const detailsShown = Details !== null;
  const { rename, renumber, remove } = useStreamMutations();
  const maySwitch = useMay('streams.start');
  const mayRename = useMay('streams.update');
  const mayDelete = useMay('streams.delete');
  const isConnectable = isMemberStream(stream);
  const { word, tone } = useShownState(stream, useLatestSample(stream.id, false));
  const tally = useTally(stream.id);

  const toggleDetails = async () => {
    const loaded = detailsShown ? null : await loadDetails();
    setDetails(() => loaded);
  };
  const save = (next: string, nextNumber: number) => {
    if (nextNumber !== number) {
      const onError = (error: unknown) => showError(detailsOr(error, 'Failed to update stream'));
      renumber.mutate({ id: stream.id, number: nextNumber }, { onError });
    }
    if (next === name) return;
    const onError = (error: unknown) => {
      showError(detailsOr(error, 'Failed to update stream'));
      setDraft(next);
    };
    rename.mutate({ id: stream.id, name: next }, { onError });
  };
  // The card is unmounted at once, and `mutate` would not call back an unmounted card.
  const confirmDelete = () =>
    remove.mutateAsync(stream.id).catch((error) => showError(messageOr(error, 'Failed to delete stream')));

  const showPowerFailure = (error: unknown, on: boolean) =>
    showError(messageOr(error, on ? 'Failed to start stream' : 'Failed to stop stream'));
  const isOff = status === 'idle' || status === 'stopped';
  const placeholder =
    isOff && maySwitch ? (
      <TurnOnOffer stream={stream} onFailure={(error) => showPowerFailure(error, true)} />
    ) : isConnectable && status === 'active' && signal === 'none' ? (
      <WaitingForCamera stream={stream} />
    ) : undefined;

  return (
    <Card as="article" aria-label={name} data-testid="stream-card" className="overflow-clip">
      <PreviewWell
        stream={stream}
        placeholder={placeholder}
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
        <div className="flex min-h-8 min-w-0 items-center gap-1 pointer-coarse:min-h-11">
          {draft !== null ? (
            <RenameForm
              label="Stream name"
              draft={draft}
              number={number}
              onSave={save}
              onClose={() => setDraft(null)}
            />
          ) : (
            <>
              <CameraNumber number={number} />
              <h2 dir="auto" className="min-w-0 flex-1 truncate font-semibold">
                {name}
              </h2>
              {maySwitch ? <PowerSwitch stream={stream} onFailure={showPowerFailure} /> : null}
              <ItemMenu
                name={name}
                onRename={mayRename ? () => setDraft(name) : undefined}
                onDelete={mayDelete ? () => setDeleting(true) : undefined}
                className="-mr-2"
              >
                {isConnectable ? <RecordWhenOnItem stream={stream} /> : null}
              </ItemMenu>
            </>
          )}
        </div>
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
        {stream.attributes.recording ? <RecorderHint recording={stream.attributes.recording} /> : null}
        {status === 'error' && reason ? <p className="text-failed text-sm">{reason}</p> : null}
      </div>
      {isConnectable && Details ? <Details stream={stream} /> : null}
      <Confirm
        open={deleting}
        onOpenChange={setDeleting}
        question={`Delete stream "${name}"?`}
        consequence={`${tally === 'program' ? 'It is on air now. ' : ''}Its address stops working at once, and its encoder is disconnected.`}
        action="Delete"
        onConfirm={confirmDelete}
      />
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
