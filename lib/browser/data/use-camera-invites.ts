import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CameraInviteJson, createCameraInviteInputSchema } from '@/lib/contracts/camera-invites';
import { api } from '../api/api-client';
import { queryKeys } from './query-keys';

type NewInvite = z.input<typeof createCameraInviteInputSchema>['camera_invite'];

/** Interval between readings of who has joined. */
const refreshMs = 3_000;

/** An event's newest camera invites. */
export const useCameraInvites = (eventId: string) =>
  useQuery({
    queryKey: queryKeys.cameraInvites(eventId),
    queryFn: async ({ signal }) =>
      (await api('GET /events/{id}/camera_invites', { params: { id: eventId }, signal })).data,
    refetchInterval: refreshMs,
  });

/** Makes and revokes an event's camera invites. A new one is in the list at once. */
export function useCameraInviteMutations(eventId: string) {
  const client = useQueryClient();
  const queryKey = queryKeys.cameraInvites(eventId);
  const onSettled = () => client.invalidateQueries({ queryKey });
  return {
    create: useMutation({
      mutationFn: async (invite: NewInvite) =>
        (await api('POST /events/{id}/camera_invites', { params: { id: eventId }, body: { camera_invite: invite } }))
          .data,
      onSuccess: (invite) =>
        client.setQueryData<CameraInviteJson[]>(queryKey, (invites = []) => [
          invite,
          ...invites.filter(({ id }) => id !== invite.id),
        ]),
      onSettled,
    }),
    revoke: useMutation({
      mutationFn: (id: string) => api('DELETE /camera_invites/{id}', { params: { id } }),
      onSettled,
    }),
  };
}
