import { type RefObject, useEffect, useRef, useState } from 'react';
import { useRoomAudio } from '@/lib/browser/room/use-event-room';

interface ShareSound {
  /** For the element that plays it. */
  ref: RefObject<HTMLAudioElement | null>;
  /** The camera that is heard; null for none. */
  identity: string | null;
  /** Hears a camera, or ends that. */
  toggle: (identity: string) => void;
}

/** The sound of one camera of a share link at a time. */
export function useShareSound(): ShareSound {
  const [identity, setIdentity] = useState<string | null>(null);
  const ref = useRef<HTMLAudioElement>(null);
  const track = useRoomAudio(identity, identity !== null);
  useEffect(() => {
    const audio = ref.current;
    if (!track || !audio) return;
    track.attach(audio);
    return () => {
      track.detach(audio);
    };
  }, [track]);
  return {
    ref,
    identity,
    toggle(pressed) {
      // Phones let an element play whose play() was called in a press, also when its sound comes later.
      ref.current?.play().catch(() => undefined);
      setIdentity((current) => (current === pressed ? null : pressed));
    },
  };
}
