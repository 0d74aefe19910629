'use client';

import { VideoTrack } from '@livekit/components-react';
import { useEffect, useMemo, useState } from 'react';
import { cn } from '@/components/ui/cn';
import type { RoomVideo } from '@/lib/browser/room/event-room';
import { announceGrowth } from '@/lib/browser/room/layers/announce-growth';
import { renewVideo } from '@/lib/browser/room/layers/renew-video';
import { usePlayedVideo } from './use-picture';
import { useRelief } from './use-relief';
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
  useRelief(streamId, video, playing);
  useMeasuredLatency(streamId, playing, publication.track?.receiver);
  useEffect(() => (playing ? announceGrowth(publication, playing) : undefined), [publication, playing]);
  useEffect(() => (playing ? renewVideo(publication, playing) : undefined), [publication, playing]);
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
