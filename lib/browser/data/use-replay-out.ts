import type { ReplaySpeed, ReplayState } from '@/lib/contracts/replay-speeds';
import { api } from '../api/api-client';
import { useChange } from './api-query';
import { queryKeys } from './query-keys';

interface ReplayCommand {
  clip?: { camera_id: string; last_seconds?: number; from?: string; to?: string };
  state?: ReplayState;
  speed?: ReplaySpeed;
}

/** Commands of the replay that is a stream. /cable tells everyone what it shows. */
export const useReplayOut = (streamId: string) =>
  useChange([queryKeys.streams], (replay: ReplayCommand) =>
    api('PUT /streams/{id}/replay', { params: { id: streamId }, body: { replay } }),
  );

/** Plays the replay and puts it on air, with Sightline as the switcher. */
export const usePlayOnAir = (streamId: string, eventId: string) =>
  useChange([queryKeys.streams, queryKeys.program(eventId)], async () => {
    await api('PUT /streams/{id}/replay', { params: { id: streamId }, body: { replay: { state: 'playing' } } });
    await api('PUT /events/{id}/program', { params: { id: eventId }, body: { program: { on_air: streamId } } });
  });
