import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '@/components/ui/button';
import type { PlaybackClock } from '../playback-clock';
import type { RecordedVideo } from '../recorded-video';
import { findRecording, type Lane } from '../recording-lanes';
import { type Cut, cutIndexAt } from './cut';

interface ProgramPictureProps {
  cuts: readonly Cut[];
  clock: PlaybackClock;
  /** The clock's moment, in milliseconds since 1970. */
  positionMs: number;
  /** The camera that is the program now. */
  lane: Lane | undefined;
  /** Filled by lane. */
  players: ReadonlyMap<string, RecordedVideo>;
  isAudible: boolean;
  onToggleAudio: () => void;
}

/**
 * The show as it was cut: the picture of whichever camera is the program. It is drawn from that camera's own player beside
 * it, so that a cut loads nothing and stops nothing.
 */
export function ProgramPicture({
  cuts,
  clock,
  positionMs,
  lane,
  players,
  isAudible,
  onToggleAudio,
}: ProgramPictureProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const drawnRef = useRef<{ video: HTMLVideoElement; seconds: number } | null>(null);
  const draw = useEffectEvent((canvas: HTMLCanvasElement) => {
    const cameraId = cuts[cutIndexAt(cuts, clock.positionMs)]?.cameraId;
    const video = cameraId ? players.get(cameraId)?.video : undefined;
    const context = canvas.getContext('2d');
    const drawn = drawnRef.current;
    if (!context || !video || video.seeking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    if (drawn?.video === video && drawn.seconds === video.currentTime) return;
    drawnRef.current = { video, seconds: video.currentTime };
    if (canvas.width !== video.videoWidth || canvas.height !== video.videoHeight) {
      canvas.width = video.videoWidth;
      canvas.height = video.videoHeight;
    }
    context.drawImage(video, 0, 0);
  });
  useEffect(() => {
    let handle = requestAnimationFrame(function next() {
      if (canvasRef.current) draw(canvasRef.current);
      handle = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(handle);
  }, []);
  const name = lane?.name ?? 'nothing on air';
  const missing = !lane ? 'Nothing on air' : findRecording(lane, positionMs) ? null : 'Not recording then';
  return (
    <figure data-testid="program-picture" className="min-w-0 self-start bg-raised">
      <div className="relative aspect-video overflow-hidden bg-black">
        <canvas ref={canvasRef} role="img" aria-label={`Program: ${name}`} className="size-full object-contain" />
        {missing ? (
          <p className="absolute inset-0 grid place-items-center bg-black text-base text-white/85">{missing}</p>
        ) : null}
      </div>
      <figcaption className="flex min-h-8 items-center gap-2 pl-2 text-sm">
        <span className="rounded-sm bg-program px-1.5 font-medium text-white text-xs">Program</span>
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {lane?.name}
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-pressed={isAudible}
          aria-label={isAudible ? 'Mute the program' : 'Listen to the program'}
          onClick={onToggleAudio}
        >
          {isAudible ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
        </Button>
      </figcaption>
    </figure>
  );
}
