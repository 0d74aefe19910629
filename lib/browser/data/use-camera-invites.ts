import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CameraInviteJson, createCameraInviteInputSchema } from '@/lib/contracts/camera-invites';
import type { HandOverJson } from '@/lib/contracts/phones';
import { api } from '../api/api-client';
import { dataQuery, useChange } from './api-query';
import { queryKeys } from './query-keys';

type NewInvite = z.input<typeof createCameraInviteInputSchema>['camera_invite'];

/** Interval between readings of who has joined. */
const refreshMs = 3_000;

/** An event's newest camera invites. */
export const useCameraInvites = (eventId: string) =>
  useQuery({
    ...dataQuery(queryKeys.cameraInvites(eventId), 'GET /events/{id}/camera_invites', { params: { id: eventId } }),
    refetchInterval: refreshMs,
  });

/** Makes the code that hands a phone's camera to another phone. @param streamId the camera's */
export const makeHandOver = async (streamId: string): Promise<HandOverJson['attributes']> =>
  (await api('POST /streams/{id}/hand_overs', { params: { id: streamId } })).data.attributes;

/** Makes and revokes an event's camera invites. A new one is in the list at once. */
export function useCameraInviteMutations(eventId: string) {
  const client = useQueryClient();
  const queryKey = queryKeys.cameraInvites(eventId);
  const create = async (invite: NewInvite) =>
    (await api('POST /events/{id}/camera_invites', { params: { id: eventId }, body: { camera_invite: invite } })).data;
  return {
    create: useChange([queryKey], create, {
      onSuccess: (invite) =>
        client.setQueryData<CameraInviteJson[]>(queryKey, (invites = []) => [
          invite,
          ...invites.filter(({ id }) => id !== invite.id),
        ]),
    }),
    revoke: useChange([queryKey], (id: string) => api('DELETE /camera_invites/{id}', { params: { id } })),
  };
}
