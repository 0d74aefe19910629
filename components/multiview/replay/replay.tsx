'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { messageOr } from '@/lib/browser/api/error-text';
import { useReplay } from '@/lib/browser/data/use-recordings';
import { toast } from '@/lib/browser/page/toast';
import type { ReplayJson } from '@/lib/contracts/replay';
import { replaySeconds } from '@/lib/contracts/replay-seconds';

type Player = typeof import('./replay-player').ReplayPlayer;

const loadPlayer = () => import('./replay-player').then(({ ReplayPlayer }) => ReplayPlayer);

/** Loads the player ahead while something is recorded: a replay is asked for when there is no time. */
export function usePreloadedReplay(isRecorded: boolean): void {
  useEffect(() => {
    if (isRecorded) void loadPlayer();
  }, [isRecorded]);
}

interface ReplayProps {
  eventId: string;
  /** The streams' ids in display order. */
  ids: readonly string[];
  onClose: () => void;
}

/** Loads and plays the last seconds of all recorded cameras over the multiview, which nobody else sees. */
export function Replay({ eventId, ids, onClose }: ReplayProps) {
  const { mutate } = useReplay(eventId);
  const [Player, setPlayer] = useState<Player>();
  const [seconds, setSeconds] = useState<number>(replaySeconds.usual);
  /** Each press on Replay loads anew; the last one stays until then. */
  const [presses, setPresses] = useState(0);
  const [loaded, setLoaded] = useState<{ replay: ReplayJson; press: number } | null>(null);
  const load = useEffectEvent((press: number, length: number) => {
    void loadPlayer().then((ReplayPlayer) => setPlayer(() => ReplayPlayer));
    mutate(length, {
      onSuccess: (replay) => {
        if (replay.angles.length > 0) {
          setLoaded({ replay, press });
          return;
        }
        onClose();
        toast('Nothing to replay', { description: 'Record a camera first; its last minute is then here.' });
      },
      onError: (error) => {
        onClose();
        toast.error('Failed to load the replay', { description: messageOr(error, 'Try again.') });
      },
    });
  });
  useEffect(() => load(presses, seconds), [presses, seconds]);

  if (!Player || !loaded) return null;
  return (
    <Player
      key={loaded.press + loaded.replay.start_us}
      eventId={eventId}
      replay={loaded.replay}
      ids={ids}
      seconds={seconds}
      onSeconds={setSeconds}
      onAgain={() => setPresses((count) => count + 1)}
      onClose={onClose}
    />
  );
}
