'use client';

import { useStill } from '@/lib/browser/data/use-still';
import { formatTime } from '@/lib/browser/page/format-time';
import type { StreamJson } from '@/lib/contracts/streams';

interface LastPictureProps {
  stream: StreamJson;
  /** Whether it is needed: the well is in view, and has no video. */
  isWanted: boolean;
}

/** The last picture that is kept of a camera, dimmed, with its time. It stands in for the video while there is none. */
export function LastPicture({ stream, isWanted }: LastPictureProps) {
  const { data: picture } = useStill(stream, isWanted);
  const { name, still_at: takenAt } = stream.attributes;
  if (!isWanted || !picture || !takenAt) return null;
  const time = formatTime(new Date(takenAt));
  return (
    <div className="@container pointer-events-none absolute inset-0">
      <canvas
        key={takenAt}
        role="img"
        aria-label={`Last picture of ${name}, ${time}`}
        width={picture.width}
        height={picture.height}
        ref={(canvas) => canvas?.getContext('2d')?.drawImage(picture, 0, 0)}
        className="absolute inset-0 size-full object-contain opacity-40"
      />
      <p
        aria-hidden
        className="@max-[14rem]:hidden absolute right-2 bottom-2 rounded-sm bg-black/65 px-1.5 py-0.5 text-white text-xs"
      >
        Last picture, <time dateTime={takenAt}>{time}</time>
      </p>
    </div>
  );
}
