import { useQuery } from '@tanstack/react-query';
import type { PlanScale } from '@/lib/contracts/floor-plan';
import { fromBase64 } from '@/lib/core/from-base64';
import { api } from '../api/api-client';
import { useChange } from './api-query';
import { queryKeys } from './query-keys';

/** The image of an event's floor plan, decoded, and as it came. @param hash null: there is none */
export const useFloorPlanImage = (eventId: string, hash: string | null) =>
  useQuery({
    queryKey: queryKeys.floorPlan(eventId, hash),
    enabled: hash !== null,
    // It never changes: another image has another hash.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const params = { id: eventId, hash: hash ?? '' };
      const { data } = await api('GET /events/{id}/floor_plan/{hash}', { params, signal, cache: 'default' });
      const { image: base64, media_type: type } = data.attributes;
      const bytes = fromBase64(base64);
      return { bitmap: await createImageBitmap(new Blob([bytes], { type })), base64 };
    },
  });

/** Sets, scales and removes the floor plan of an event, and then loads the event again. */
export function useFloorPlanMutations(eventId: string) {
  const reloads = [queryKeys.event(eventId)];
  const params = { id: eventId };
  return {
    set: useChange(reloads, (floor_plan: { image: string } & Partial<PlanScale>) =>
      api('PUT /events/{id}/floor_plan', { params, body: { floor_plan } }),
    ),
    scale: useChange(reloads, (floor_plan: Partial<PlanScale>) =>
      api('PATCH /events/{id}/floor_plan', { params, body: { floor_plan } }),
    ),
    remove: useChange(reloads, () => api('DELETE /events/{id}/floor_plan', { params })),
  };
}
