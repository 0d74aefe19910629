'use client';

import { Volume2, VolumeX } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import type { PlaybackClock } from './playback-clock';
import type { RecordedVideo } from './recorded-video';
import { findRecording, type Lane, type LaneRecording, thumbnailAt } from './recording-lanes';
import { useRecordedVideo } from './use-recorded-video';

interface RecordedCameraProps {
  lane: Lane;
  clock: PlaybackClock;
  /** The clock's moment, in milliseconds since 1970. */
  positionMs: number;
  isAudible: boolean;
  onToggleAudio: () => void;
  onPress: () => void;
  /** Called with its player once there is one, and with null when it is gone. */
  onPlayer: (player: RecordedVideo | null) => void;
  className?: string;
}

/** A camera's recording in step with the page's clock, with its name below. */
export function RecordedCamera({
  lane,
  clock,
  positionMs,
  isAudible,
  onToggleAudio,
  onPress,
  onPlayer,
  className,
}: RecordedCameraProps) {
  const shown = findRecording(lane, positionMs);
  const [videoRef, state] = useRecordedVideo(clock, shown, onPlayer);
  // Better than nothing: a picture each ten seconds.
  const still = shown && state === 'failed' ? thumbnailAt(lane, positionMs) : null;

  return (
    <figure data-testid="recorded-camera" className={cn('min-w-0 self-start bg-raised', className)}>
      <div className="relative aspect-video overflow-hidden bg-black">
        <video ref={videoRef} muted={!isAudible} playsInline className={cn('size-full', !shown && 'invisible')} />
        {still ? (
          // biome-ignore lint/performance/noImgElement: it is small already, behind an address with a token
          <img src={still} alt="" className="absolute inset-0 size-full bg-black object-contain" />
        ) : null}
        <button
          type="button"
          aria-label={`Show ${lane.name} large`}
          onClick={onPress}
          className="absolute inset-0 outline-offset-[-2px]"
        />
        {!shown || state !== 'ready' ? (
          <p
            className={cn(
              'pointer-events-none absolute inset-0 grid place-items-center p-3 text-center text-base text-white/85',
              still && 'top-auto max-h-full overflow-hidden bg-black/70 py-1 text-sm',
            )}
          >
            {!shown ? 'Not recording then' : state === 'failed' ? failureWords(shown) : 'Loading…'}
          </p>
        ) : null}
      </div>
      <figcaption className="flex min-h-8 items-center gap-1 pl-2 text-sm">
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {lane.name}
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-pressed={isAudible}
          aria-label={isAudible ? `Mute ${lane.name}` : `Listen to ${lane.name}`}
          onClick={onToggleAudio}
        >
          {isAudible ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
        </Button>
      </figcaption>
    </figure>
  );
}

/** Not each browser decodes HEVC; what it did show live may have been the low layer. */
function failureWords({ timeline: { format, thumbnails } }: LaneRecording): string {
  if (format?.video_codec !== 'hevc') return 'This part cannot be played';
  return thumbnails.length > 0
    ? 'This browser shows HEVC as stills. Watch in Safari, or export it.'
    : 'This browser does not play HEVC. Watch in Safari, or export it.';
}
