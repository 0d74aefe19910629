'use client';

import dynamic from 'next/dynamic';
import { useCallback, useRef, useState } from 'react';
import { usePageTitle } from '@/components/shell/use-page-title';
import { useChime } from '@/components/stream/alarms/use-chime';
import { StateAnnouncer } from '@/components/stream/state-announcer';
import { stateWord } from '@/components/stream/stream-words';
import { troubledTitle } from '@/components/stream/trouble/trouble';
import { Alert } from '@/components/ui/alert';
import { cn } from '@/components/ui/cn';
import { messageOr } from '@/lib/browser/api/error-text';
import { useEvent } from '@/lib/browser/data/use-events';
import { usePresets } from '@/lib/browser/data/use-presets';
import { useStreams } from '@/lib/browser/data/use-streams';
import { toggleFullscreen } from '@/lib/browser/page/fullscreen';
import { useAfterPaint } from '@/lib/browser/page/use-after-paint';
import { useElementSize } from '@/lib/browser/page/use-element-size';
import { useTemporaryFlag } from '@/lib/browser/page/use-temporary-flag';
import { multiviewLayouts } from '@/lib/contracts/multiview-layouts';
import { diagnoseScreen } from '../../lib/browser/viewer/diagnose-screen';
import { useWakeLock } from '../../lib/browser/viewer/use-wake-lock';
import { PinnedClock } from './bar/pinned-clock';
import { useDirectedWall } from './direct/use-directed-wall';
import type { MultiviewKey } from './keys/multiview-keys';
import { TypedNumber } from './keys/typed-number';
import { useMultiviewKeys } from './keys/use-multiview-keys';
import { neighborOf } from './layout/lay-out';
import { multiviewOrder } from './layout/multiview-order';
import { useWall } from './layout/use-wall';
import { AudioMetersContext, useAudioMeters } from './meters/use-audio-meters';
import { MultiviewBar } from './multiview-bar';
import { MultiviewGrid } from './multiview-grid';
import { NoCameras } from './no-cameras';
import { recallAction } from './presets/recall-action';
import { useAddressPreset } from './presets/use-address-preset';
import { Replay, usePreloadedReplay } from './replay/replay';
import { useFrameLock } from './use-frame-lock';
import { useIdle } from './use-idle';
import { useMultiview } from './use-multiview';
import { useMultiviewAddress } from './use-multiview-address';

// Few open them, and the page need not wait for that.
const KeysDialog = dynamic(() => import('./bar/keys-dialog').then(({ KeysDialog }) => KeysDialog), { ssr: false });
const PresetsDialog = dynamic(() => import('./presets/presets-dialog').then(({ PresetsDialog }) => PresetsDialog), {
  ssr: false,
});

const hideAfterMs = 2_500;

/** All cameras of an event, edge to edge and dark in both themes, controlled by keys. */
export function MultiviewScreen({ eventId }: { eventId: string }) {
  const event = useEvent(eventId);
  const { data: streams, error: streamsError } = useStreams(eventId);
  const { data: presets = [] } = usePresets(eventId);
  const [multiview, dispatch] = useMultiview(eventId);
  const [opened, open] = useState<'help' | 'presets' | 'replay' | null>(null);
  const [isBarHeld, holdBar] = useState(false);
  const mainRef = useRef<HTMLElement>(null);
  const screen = useElementSize(mainRef);
  const meters = useAudioMeters();
  const idle = useIdle(hideAfterMs);
  const [isLinkCopied, showLinkCopied] = useTemporaryFlag();
  usePageTitle(event.data ? troubledTitle(streams ?? [], event.data.attributes.name) : null);
  // The button responds at once; the figures of all tiles render after that.
  const showsHealth = useAfterPaint(multiview.showsHealth);
  useChime(streams);
  usePreloadedReplay(streams?.some(({ attributes }) => attributes.recording !== null) ?? false);
  const sleep = diagnoseScreen(useWakeLock());

  const offIds = new Set(
    (streams ?? []).filter(({ attributes }) => stateWord(attributes).tone === 'off').map(({ id }) => id),
  );
  const cameras = (streams ?? []).filter(({ id }) => !multiview.hidesOff || !offIds.has(id));
  const allIds = multiviewOrder(streams?.map(({ id }) => id) ?? [], multiview.order);
  const ids = multiviewOrder(
    cameras.map(({ id }) => id),
    multiview.order,
  );
  const byNumber = new Map(cameras.map(({ id, attributes }) => [attributes.number, id]));
  const selected = cameras.find(({ id }) => id === multiview.selectedId);
  const currentId = selected?.id ?? ids[0];
  const fullId = multiview.isFull ? (selected?.id ?? null) : null;
  const error = (event.data ? null : event.error) ?? (streams ? null : streamsError);
  const { whole, shown } = useWall({ ids, offIds, fullId, multiview, screen });
  const isBarHidden = idle && !isBarHeld && !error && opened === null && cameras.length > 0;
  const enlarge = useCallback((id: string) => dispatch({ type: 'enlarge', id }), [dispatch]);
  const { layout, locksFrames, hand, hidesOff } = multiview;
  const arrangement = { layout, order: allIds, hides_off: hidesOff, solo: fullId };
  const directed = event.data?.attributes.wall ?? null;
  useAddressPreset({ presets, ids: allIds, dispatch });
  useDirectedWall({ eventId, hand, directed, own: arrangement, streams, dispatch });
  useMultiviewAddress({ cameras, layout, fullId, locksFrames, follows: hand === 'follow' }, enlarge);
  useFrameLock(locksFrames, cameras);

  const [typed] = useState(() => new TypedNumber());
  useMultiviewKeys((key: MultiviewKey) => {
    switch (key.does) {
      case 'digit': {
        const read = typed.add(key.digit, (number) => byNumber.has(number), performance.now());
        const id = read && byNumber.get(read.number);
        if (!id) break;
        if (layout === 'pip' && fullId === null) dispatch({ type: 'main', ids, id });
        else if (!(read.isCorrection && id === fullId)) dispatch({ type: 'enlarge', id });
        break;
      }
      case 'step': {
        const position = currentId ? ids.indexOf(currentId) : 0;
        const by = key.row === 0 ? key.column : neighborOf(whole, position, key.row) - position;
        // Without a full tile, cameras that have no place in the layout cannot be selected, but others can be moved there.
        const reachable = fullId === null && !key.moves ? ids.slice(0, whole.tiles.length) : ids;
        dispatch({ type: 'step', ids: reachable, by, moves: key.moves });
        break;
      }
      case 'layout': {
        const index = multiviewLayouts.indexOf(multiview.layout) + key.by;
        const layout = multiviewLayouts.at(index % multiviewLayouts.length) ?? 'auto';
        dispatch({ type: 'layout', layout });
        break;
      }
      case 'recall': {
        const preset = presets[key.preset - 1];
        if (preset) dispatch(recallAction(preset.attributes, allIds));
        break;
      }
      case 'audio':
        if (currentId) dispatch({ type: 'audio', id: currentId });
        break;
      case 'help':
      case 'presets':
      case 'replay':
        open(key.does);
        break;
      case 'mark': // BarMark listens for it.
        break;
      case 'page-fullscreen':
        void toggleFullscreen(document.documentElement);
        break;
      case 'tile-fullscreen':
        void toggleFullscreen(document.querySelector(`[data-tile="${currentId}"]`) ?? document.documentElement);
        break;
      default:
        dispatch({ type: key.does });
    }
  });

  return (
    <AudioMetersContext value={meters}>
      <div
        data-testid="multiview"
        data-idle={idle || undefined}
        className={cn('dark h-[calc(100dvh-var(--strip-height,0px))] bg-canvas text-ink', idle && 'cursor-none')}
      >
        <MultiviewBar
          eventId={eventId}
          event={event.data}
          sleep={sleep}
          cameraCount={allIds.length}
          shownCount={shown.tiles.filter(Boolean).length}
          layout={layout}
          showsFilmstrip={multiview.showsFilmstrip}
          hidesOff={hidesOff}
          hand={hand}
          pinsClock={multiview.pinsClock}
          overlaysLabels={multiview.overlaysLabels}
          guides={multiview.guides}
          showsHealth={multiview.showsHealth}
          locksFrames={locksFrames}
          dispatch={dispatch}
          isLinkCopied={isLinkCopied}
          onLinkCopied={showLinkCopied}
          onOpen={open}
          onHold={holdBar}
          hidden={isBarHidden}
        />
        {/* A wall has no scroll bar, whose width would change what it depends on. */}
        <main
          ref={mainRef}
          className={cn(
            'relative overflow-x-hidden overflow-y-auto [scrollbar-width:none]',
            multiview.pinsClock ? 'h-[calc(100%-2.5rem)]' : 'h-full',
          )}
        >
          {error ? (
            <div className="absolute inset-x-0 z-30 mx-auto max-w-md px-4 pt-32">
              <Alert variant="destructive">{messageOr(error, 'Failed to load multiview')}</Alert>
            </div>
          ) : null}
          {streams && cameras.length === 0 ? (
            <NoCameras
              eventId={eventId}
              hasHidden={streams.length > 0}
              onShow={() => dispatch({ type: 'off-cameras' })}
            />
          ) : null}
          <MultiviewGrid
            streams={cameras}
            ids={ids}
            multiview={{ ...multiview, showsHealth }}
            wall={shown}
            tabStopId={currentId}
            dispatch={dispatch}
          />
        </main>
        {multiview.pinsClock ? <PinnedClock event={event.data} /> : null}
        <StateAnnouncer streams={streams}>
          <p>{isLinkCopied ? 'The link is copied.' : null}</p>
          <p>
            {selected ? `${selected.attributes.name}, position ${ids.indexOf(selected.id) + 1} of ${ids.length}` : null}
          </p>
        </StateAnnouncer>
        {opened === 'help' ? <KeysDialog onClose={() => open(null)} /> : null}
        {opened === 'replay' ? <Replay eventId={eventId} ids={ids} onClose={() => open(null)} /> : null}
        {opened === 'presets' ? (
          <PresetsDialog
            eventId={eventId}
            onClose={() => open(null)}
            current={arrangement}
            onRecall={({ attributes }) => dispatch(recallAction(attributes, allIds))}
          />
        ) : null}
      </div>
    </AudioMetersContext>
  );
}
