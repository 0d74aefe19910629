import { Maximize2, Mic } from 'lucide-react';
import Link from 'next/link';
import { PreviewWell } from '@/components/preview/preview-well';
import { TallyMark, tallyFrameClass } from '@/components/stream/marks';
import { HoldButton } from '@/components/talkback/hold-button';
import { cn } from '@/components/ui/cn';
import { useTally } from '@/lib/browser/tally/use-tally';
import type { StreamJson } from '@/lib/contracts/streams';
import { useCrewTalk } from './crew-talk';

interface CrewPictureProps {
  stream: StreamJson;
  /** Null: an encoder, or a WHIP tool. */
  person: string | null;
  /** Replaces the words while there is no video. */
  placeholder?: string;
  className?: string;
}

/** A camera's live picture with its tally, small. A press speaks to its phone, or opens a camera without one. */
export function CrewPicture({ stream, person, placeholder, className }: CrewPictureProps) {
  const { call, isHeard, onCall } = useCrewTalk();
  const tally = useTally(stream.id);
  const { name, number, event_id: eventId } = stream.attributes;
  const isHeld = call?.streamId === stream.id && call.isHeld;
  return (
    <PreviewWell stream={stream} lowLayerOnly placeholder={placeholder} className={cn('rounded-md', className)}>
      {tally && tallyFrameClass[tally] ? (
        <div
          aria-hidden
          className={cn('pointer-events-none absolute inset-0 rounded-md [--frame-width:2px]', tallyFrameClass[tally])}
        />
      ) : null}
      <TallyMark tally={tally} className="absolute top-1.5 left-1.5 text-xs" />
      {person !== null && onCall ? (
        <HoldButton
          isInList
          variant="ghost"
          isHeld={isHeld}
          aria-label={`Talk to ${person}`}
          className={cn(pressClass, isHeld && 'inset-ring-3 inset-ring-white')}
          onHold={(isDown) => onCall({ streamId: stream.id, isHeld: isDown })}
        >
          <span className={cn(wordClass, isHeld ? 'bg-white text-black' : 'bg-black/65 text-white')}>
            <Mic aria-hidden className="size-3.5" />
            {isHeld ? (isHeard ? 'Talking' : 'Wait') : 'Talk'}
          </span>
        </HoldButton>
      ) : (
        <Link
          href={`/events/${eventId}/multiview?solo=${number}`}
          prefetch={false}
          aria-label={`Open ${name} in the multiview`}
          className={pressClass}
        >
          <span className={cn(wordClass, 'bg-black/65 text-white')}>
            <Maximize2 aria-hidden className="size-3.5" />
          </span>
        </Link>
      )}
    </PreviewWell>
  );
}

/** Lies on the whole picture, which would cut off an outline around it. */
const pressClass = 'absolute inset-0 block h-full w-full rounded-md p-0 hover:bg-white/10 -outline-offset-2';

const wordClass =
  'absolute right-1.5 bottom-1.5 flex h-6 items-center gap-1 rounded-sm px-1.5 font-medium text-xs leading-none forced-color-adjust-none';
