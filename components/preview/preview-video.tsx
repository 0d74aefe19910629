'use client';

import { VideoTrack } from '@livekit/components-react';
import { useMemo, useState } from 'react';
import { cn } from '@/components/ui/cn';
import type { RoomVideo } from '@/lib/browser/room/event-room';
import { useVideoLayer } from '@/lib/browser/room/use-event-room';
import { usePicture, usePlayedVideo } from './pictures';
import { useMeasuredLatency } from './use-screen-latency';

export interface PreviewVideoProps {
  streamId: string;
  video: RoomVideo;
  label: string;
}

/**
 * A camera's video, shown from its first frame on. Its size on the page decides which layer LiveKit sends. Loaded on
 * demand by usePreviewVideo, because it imports LiveKit.
 */
export function PreviewVideo({ streamId, video, label }: PreviewVideoProps) {
  const { participant, publication } = video;
  const [playing, setPlaying] = useState<HTMLVideoElement | null>(null);
  usePlayedVideo(streamId, playing);
  const picture = usePicture(streamId);
  useVideoLayer(video, playing, picture.kind === 'missing' ? picture.seconds : 0);
  useMeasuredLatency(streamId, playing, publication.track?.receiver);
  const trackRef = useMemo(
    () => ({ participant, publication, source: publication.source }),
    [participant, publication],
  );
  return (
    <VideoTrack
      trackRef={trackRef}
      playsInline
      autoPlay
      disablePictureInPicture
      data-testid="preview-video"
      data-participant={participant.identity}
      aria-label={label}
      onLoadedData={({ currentTarget }) => setPlaying(currentTarget)}
      onEmptied={() => setPlaying(null)}
      className={cn('absolute inset-0 size-full bg-black object-contain', !playing && 'opacity-0')}
    />
  );
}
