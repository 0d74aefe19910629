'use client';

import {
  Activity,
  BookmarkPlus,
  Clapperboard,
  Keyboard,
  LayoutTemplate,
  Maximize,
  MessageSquare,
  Rewind,
  Timer,
} from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { type ActionDispatch, type ComponentProps, memo, useState } from 'react';
import { clipAddress } from '@/components/recordings/in-out';
import { markMs } from '@/components/recordings/mark-words';
import { RecordAllButton, recordAllOf } from '@/components/recordings/record-all-button';
import { useSetMark } from '@/components/recordings/use-set-mark';
import { ShareButton } from '@/components/share-links/share-button';
import { ChimeButton } from '@/components/stream/alarms/chime-button';
import { TalkbackButton } from '@/components/talkback/talkback-button';
import { Button } from '@/components/ui/button';
import { pressedClass, roomyWordClass } from '@/components/ui/button-variants';
import { cn } from '@/components/ui/cn';
import { Tooltip } from '@/components/ui/tooltip';
import { useMay } from '@/lib/browser/api/use-may';
import { useStreams } from '@/lib/browser/data/use-streams';
import { useEventClock } from '@/lib/browser/page/event-clock';
import { toggleFullscreen } from '@/lib/browser/page/fullscreen';
import { toast } from '@/lib/browser/page/toast';
import type { MarkJson } from '@/lib/contracts/marks';
import { useMultiviewKeys } from '../keys/multiview-keys';
import type { MultiviewDialog } from '../multiview-dialogs';
import type { MultiviewAction, MultiviewState } from '../multiview-state';

interface BarActionsProps extends Pick<MultiviewState, 'showsHealth' | 'locksFrames' | 'cuts'> {
  eventId: string;
  eventName: string;
  isLinkCopied: boolean;
  onLinkCopied: () => void;
  dispatch: ActionDispatch<[MultiviewAction]>;
  onOpen: (dialog: MultiviewDialog) => void;
}

/** The buttons of the multiview's bar that have nothing to do with its layout, whose change does not render them again. */
export const BarActions = memo(function BarActions({
  eventId,
  eventName,
  isLinkCopied,
  onLinkCopied,
  showsHealth,
  locksFrames,
  cuts,
  dispatch,
  onOpen,
}: BarActionsProps) {
  return (
    <>
      <TalkbackButton eventId={eventId} isDark className={pressedClass} />
      <BarRecorder eventId={eventId} />
      <BarMark eventId={eventId} />
      <BarDesk cuts={cuts} dispatch={dispatch} />
      <BarButton label="Replay" keys="R" onClick={() => onOpen('replay')}>
        <Rewind aria-hidden />
      </BarButton>
      <BarComments eventId={eventId} onOpen={onOpen} />
      <BarButton label="Presets" keys="P" onClick={() => onOpen('presets')} className="max-sm:hidden">
        <LayoutTemplate aria-hidden />
      </BarButton>
      <BarToggle label="Health" keys="H" aria-pressed={showsHealth} onClick={() => dispatch({ type: 'health' })}>
        <Activity aria-hidden />
      </BarToggle>
      <BarToggle
        label="Frame lock"
        text="Frame lock: delays the faster cameras by up to 500 ms, so that all are in step"
        keys="K"
        aria-pressed={locksFrames}
        onClick={() => dispatch({ type: 'frame-lock' })}
      >
        <Timer aria-hidden />
      </BarToggle>
      <BarButton
        label="Keyboard shortcuts"
        keys="?"
        aria-keyshortcuts={undefined}
        onClick={() => onOpen('help')}
        className="max-sm:hidden"
      >
        <Keyboard aria-hidden />
      </BarButton>
      <ChimeButton isDark className={cn(pressedClass, 'max-sm:hidden')} />
      <ShareButton eventId={eventId} eventName={eventName} isCopied={isLinkCopied} onCopied={onLinkCopied} />
      <Tooltip text="Fullscreen" keys="F" isDark>
        <Button
          onClick={() => void toggleFullscreen(document.documentElement)}
          aria-keyshortcuts="F"
          className="max-sm:hidden"
        >
          <Maximize aria-hidden />
          <span className="max-2xl:sr-only">Fullscreen</span>
        </Button>
      </Tooltip>
    </>
  );
});

/** Records all cameras of the event. It follows their news by itself, so that the rest of the bar need not. */
function BarRecorder({ eventId }: { eventId: string }) {
  const mayRecord = useMay('recordings.record');
  const { data: streams } = useStreams(eventId);
  if (!mayRecord || streams?.length === 0) return null;
  return (
    <RecordAllButton
      eventId={eventId}
      {...recordAllOf(streams ?? [])}
      dialogClassName="dark text-ink"
      wordClassName={roomyWordClass}
    />
  );
}

interface BarButtonProps extends ComponentProps<typeof Button> {
  label: string;
  /** The tooltip's text; the label by default. */
  text?: string;
  /** Its key. */
  keys: string;
}

/** A button of the multiview's bar with an icon alone. */
const BarButton = ({ label, text = label, keys, ...button }: BarButtonProps) => (
  <Tooltip text={text} keys={keys} isDark>
    <Button size="icon" aria-label={label} aria-keyshortcuts={keys} {...button} />
  </Tooltip>
);

/** One that is on or off. On phones its place is the View menu. */
const BarToggle = (props: BarButtonProps) => <BarButton className={cn(pressedClass, 'max-sm:hidden')} {...props} />;

// The button has its place at once; its count may come after the pictures.
const CommentCount = dynamic(() => import('./comment-count').then(({ CommentCount }) => CommentCount), { ssr: false });

/** Opens what guests and members say, and counts it. */
const BarComments = ({ eventId, onOpen }: Pick<BarActionsProps, 'eventId' | 'onOpen'>) => (
  <span className="relative flex">
    <BarButton label="Comments" keys="E" onClick={() => onOpen('comments')}>
      <MessageSquare aria-hidden />
    </BarButton>
    <CommentCount eventId={eventId} />
  </span>
);

/** Begins and ends to cut here. */
function BarDesk({ cuts, dispatch }: Pick<BarActionsProps, 'cuts' | 'dispatch'>) {
  const mayCut = useMay('program.cut');
  if (!mayCut) return null;
  return (
    <BarToggle
      label="Cut here"
      text="Cut here: numbers and taps choose what is next, Enter puts it on air"
      keys="V"
      aria-pressed={cuts}
      onClick={() => dispatch({ type: 'desk' })}
    >
      <Clapperboard aria-hidden />
    </BarToggle>
  );
}

/** Few marks get a word. */
const MarkDialog = dynamic(() => import('./mark-dialog').then(({ MarkDialog }) => MarkDialog), { ssr: false });

/** Marks this moment by a press or its key; then a word can be given to the mark, or its clip be opened. */
function BarMark({ eventId }: { eventId: string }) {
  const router = useRouter();
  const [named, setNamed] = useState<MarkJson | null>(null);
  const { toSecond } = useEventClock();
  const setMark = useSetMark(eventId, (mark) => {
    const atMs = markMs(mark);
    toast(`Marked ${toSecond(atMs)}`, {
      action: { label: 'Add a word', onClick: () => setNamed(mark) },
      cancel: { label: 'Clip', onClick: () => router.push(clipAddress(eventId, atMs)) },
    });
  });
  useMultiviewKeys({ mark: () => setMark?.() });
  if (!setMark) return null;
  return (
    <>
      <BarButton label="Mark this moment" keys="X" onClick={() => setMark()}>
        <BookmarkPlus aria-hidden />
      </BarButton>
      {named ? <MarkDialog eventId={eventId} mark={named} onClose={() => setNamed(null)} /> : null}
    </>
  );
}
