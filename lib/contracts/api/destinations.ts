import { z } from 'zod';
import { createDestinationInputSchema, destinationSchema, updateDestinationInputSchema } from '../destinations';
import { declare, idParams } from './declare';

const oneDestination = z.object({ data: destinationSchema });

export const listDestinations = declare('listDestinations', {
  summary: 'List where a camera is sent, oldest first, with how that goes',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: z.object({ data: z.array(destinationSchema) }),
});

export const createDestination = declare('createDestination', {
  summary: 'Add a platform or a server that a camera is sent to',
  description:
    'The camera’s own packets are sent on by RTMP, RTMPS, SRT or WHIP, while the camera is on. Only audio is encoded: to AAC where it is not, and to Opus for WHIP.',
  auth: 'user',
  apiToken: 'write',
  failures: ['limit_reached'],
  params: idParams,
  body: createDestinationInputSchema,
  reply: oneDestination,
  status: 201,
});

export const updateDestination = declare('updateDestination', {
  summary: 'Switch a destination on or off, or change it',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: updateDestinationInputSchema,
  reply: oneDestination,
});

export const deleteDestination = declare('deleteDestination', {
  summary: 'Delete a destination; its stream ends at once',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
});
