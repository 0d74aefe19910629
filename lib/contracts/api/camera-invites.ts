import { z } from 'zod';
import { cameraInviteSchema, createCameraInviteInputSchema } from '../camera-invites';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

export const listCameraInvites = declare('listCameraInvites', {
  summary: 'List the camera invites of an event, newest first, in pages of at most 100',
  auth: 'user',
  params: idParams,
  query: pageQuery({ limit: 100, maxLimit: 100 }),
  reply: pageSchema(cameraInviteSchema),
});

export const createCameraInvite = declare('createCameraInvite', {
  summary: 'Create a link that makes a phone a camera of an event',
  auth: 'user',
  params: idParams,
  body: createCameraInviteInputSchema,
  failures: ['limit_reached'],
  reply: z.object({ data: cameraInviteSchema }),
  status: 201,
});

export const revokeCameraInvite = declare('revokeCameraInvite', {
  summary: 'Revoke a camera invite; its phones are disconnected and cannot come back',
  auth: 'user',
  params: idParams,
});
