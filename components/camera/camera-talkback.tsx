import type { RemoteTrack } from 'livekit-client';
import { Headphones, Mic } from 'lucide-react';
import { useRef } from 'react';
import { HoldButton } from '@/components/talkback/hold-button';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { useAttached } from '@/lib/browser/room/use-attached';
import type { PhoneTalkback } from '@/lib/browser/talkback/phone-talkback';

/** The director's voice on a phone, and the button to answer, while a director listens. */
export function CameraTalkback({ talkback }: { talkback: PhoneTalkback }) {
  const { hasDirector, directorSpeaks, hasHeadphones, ways, show } = talkback;
  if (!hasDirector && !show) return null;
  const mustWait = directorSpeaks && !ways.speaks && !hasHeadphones;
  return (
    <section
      aria-label="Talkback"
      className="grid w-full max-w-md justify-items-center gap-2 [@media(max-height:480px)]:flex [@media(max-height:480px)]:max-w-none [@media(max-height:480px)]:items-center [@media(max-height:480px)]:justify-center"
    >
      <p
        role="status"
        data-testid="talkback-state"
        className="rounded-md bg-white px-4 py-2 text-black text-md empty:hidden"
      >
        {talkbackWords(talkback)}
      </p>
      {show ? <ShowPicture show={show} /> : null}
      {show && !hasHeadphones ? (
        <p className="rounded-md bg-black/70 px-3 py-1.5 text-sm [@media(max-height:480px)]:sr-only">
          Wear headphones and press their button to hear the show.
        </p>
      ) : null}
      <div className="flex gap-2 rounded-lg bg-black/70 p-2">
        <HoldButton
          isHeld={ways.speaks}
          onHold={(isHeld) => talkback.hold(isHeld)}
          disabled={mustWait || !hasDirector}
          className={cn('h-14 touch-none px-6 text-md', ways.speaks && 'bg-white low:text-black low:hover:bg-white')}
        >
          <Mic aria-hidden />
          Hold to talk
        </HoldButton>
        <Button
          size="icon"
          aria-label="I wear headphones"
          aria-pressed={hasHeadphones}
          className={cn('size-14', hasHeadphones && 'bg-white low:text-black low:hover:bg-white')}
          onClick={() => talkback.wearHeadphones(!hasHeadphones)}
        >
          <Headphones aria-hidden />
        </Button>
      </div>
    </section>
  );
}

/** The picture that the director sends back, small beside the phone's own. */
function ShowPicture({ show }: { show: RemoteTrack }) {
  const ref = useRef<HTMLVideoElement>(null);
  useAttached(show, ref);
  return (
    <video
      ref={ref}
      muted
      playsInline
      data-testid="show-picture"
      aria-label="What the director sends back"
      className="aspect-video w-40 rounded-md border border-white/40 bg-black"
    />
  );
}

/** The talkback's state in words; empty while nobody speaks. */
function talkbackWords({ directorSpeaks, ways }: PhoneTalkback): string {
  if (ways.speaks) return 'The director hears you. The show does not.';
  if (!directorSpeaks) return '';
  return ways.closesCamera ? 'The director speaks. Your microphone is off.' : 'The director speaks.';
}
