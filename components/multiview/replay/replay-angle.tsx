'use client';

import { useEffect, useEffectEvent } from 'react';
import type { PlaybackClock } from '@/components/recordings/playback-clock';
import type { RecordedVideo } from '@/components/recordings/recorded-video';
import { useRecordedVideo } from '@/components/recordings/use-recorded-video';
import { CameraNumber } from '@/components/stream/marks';
import { cn } from '@/components/ui/cn';
import type { ReplayJson } from '@/lib/contracts/replay';

interface ReplayAngleProps {
  angle: ReplayJson['angles'][number];
  /** Its camera's number; undefined where the camera is deleted. */
  number: number | undefined;
  clock: PlaybackClock;
  /** Called once the first frame can be shown. */
  onReady: () => void;
  /** Called with its player once there is one, and with null when it is gone. */
  onPlayer: (player: RecordedVideo | null) => void;
  onPress: () => void;
  className?: string;
}

/** One camera of a replay; a press shows it large, and back. */
export function ReplayAngle({ angle, number, clock, onReady, onPlayer, onPress, className }: ReplayAngleProps) {
  const [videoRef, state] = useRecordedVideo(clock, angle, onPlayer);
  const announce = useEffectEvent(onReady);
  useEffect(() => {
    if (state !== 'loading') announce();
  }, [state]);
  const name = angle.recording.attributes.camera_name;
  return (
    <figure
      data-testid="replay-angle"
      className={cn('relative grid min-h-0 grid-rows-[minmax(0,1fr)_auto] bg-black', className)}
    >
      <video ref={videoRef} muted playsInline className="size-full min-h-0 object-contain" />
      <button
        type="button"
        aria-label={`Show ${name} large`}
        onClick={onPress}
        className="absolute inset-0 outline-offset-[-2px]"
      />
      {state === 'failed' ? (
        <p className="pointer-events-none absolute inset-0 grid place-items-center text-white/85">
          {angle.timeline.format?.video_codec === 'hevc'
            ? 'This browser does not play HEVC'
            : 'This camera cannot be replayed'}
        </p>
      ) : null}
      <figcaption className="flex gap-2 px-2 py-0.5 text-sm text-white">
        {number === undefined ? null : <CameraNumber number={number} className="text-white/75" />}
        <span dir="auto" className="min-w-0 truncate">
          {name}
        </span>
      </figcaption>
    </figure>
  );
}
