import { z } from 'zod';
import { linkExpirySchema } from './link-expiry-schema';
import { nameSchema } from './name-schema';

/** Body of POST /events/{id}/camera_invites. */
export const createCameraInviteInputSchema = z.object({
  camera_invite: z.object(
    {
      label: nameSchema('Label'),
      /** No further phone joins after this time. */
      expires_at: linkExpirySchema,
      /** How many phones may become cameras through this invite. */
      max_uses: z
        .number('Phones must be a number.')
        .int('Phones must be a whole number.')
        .min(1, 'Phones must be at least 1.')
        .max(100, 'Phones can be at most 100.')
        .default(1),
    },
    'Camera invite is required.',
  ),
});

/** A camera invite as members see it. */
export const cameraInviteSchema = z.object({
  id: z.uuid(),
  type: z.literal('camera_invite'),
  attributes: z.object({
    label: z.string(),
    event_id: z.uuid(),
    max_uses: z.number().int(),
    /** How many phones have become cameras through this invite. */
    uses: z.number().int(),
    expires_at: z.iso.datetime(),
    revoked_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    /** The creator; null if their account was deleted. */
    created_by: z.string().nullable(),
    /** The invite's path on this server; null if it no longer lets anyone in, or can no longer be copied. */
    path: z.string().nullable(),
  }),
});
export type CameraInviteJson = z.infer<typeof cameraInviteSchema>;
