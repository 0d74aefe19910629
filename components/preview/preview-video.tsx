'use client';

import type { RemoteVideoTrack } from 'livekit-client';
import { useEffect, useRef, useState } from 'react';
import { cn } from '@/components/ui/cn';

interface PreviewVideoProps {
  track: RemoteVideoTrack;
  participantIdentity: string;
  label: string;
}

/** The picture of a camera, shown from its first frame on. Its size on the page decides which layer is sent. */
export function PreviewVideo({ track, participantIdentity, label }: PreviewVideoProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    track.attach(video);
    return () => {
      track.detach(video);
      setPlaying(false);
    };
  }, [track]);
  return (
    <video
      ref={ref}
      muted
      playsInline
      autoPlay
      disablePictureInPicture
      data-testid="preview-video"
      data-participant={participantIdentity}
      aria-label={label}
      onLoadedData={() => setPlaying(true)}
      className={cn('absolute inset-0 size-full bg-black object-contain', !playing && 'opacity-0')}
    />
  );
}
