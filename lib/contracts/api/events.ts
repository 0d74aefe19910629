import { z } from 'zod';
import { directMultiviewInputSchema, directWallInputSchema } from '../arrangement';
import { createEventInputSchema, eventSchema, updateEventInputSchema } from '../events';
import { floorPlanImageSchema, setFloorPlanInputSchema, updateFloorPlanInputSchema } from '../floor-plan';
import { tokenWords } from '../participants';
import { soundOffsetSchema } from '../sound-offsets';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema, wholeList } from './paging';

const oneEvent = z.object({ data: eventSchema });

export const listEvents = declare('listEvents', {
  summary: 'List the events of the organization, oldest first, all in one answer up to 2000',
  description: `Each carries a new token to watch its room, which must be used within ${tokenWords('viewer')}.`,
  auth: 'user',
  apiToken: 'read',
  query: pageQuery(wholeList),
  reply: pageSchema(eventSchema),
});

export const createEvent = declare('createEvent', {
  summary: 'Create an event',
  description:
    'The first event of an organization is its default. Its times are for countdowns and switch nothing. Without time_zone it has that of the header Time-Zone, or UTC.',
  failures: ['limit_reached'],
  auth: 'user',
  apiToken: 'write',
  body: createEventInputSchema,
  reply: oneEvent,
  status: 201,
});

export const getEvent = declare('getEvent', {
  summary: 'Get an event',
  description: `With a new token to watch its room, which must be used within ${tokenWords('viewer')}.`,
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  reply: oneEvent,
});

export const updateEvent = declare('updateEvent', {
  summary: 'Rename an event, set its times, its alarms, whether new cameras record when on, or keep in step by sound',
  description: 'Omitted fields do not change; null removes a time, and ends the quiet of alarms.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: updateEventInputSchema,
  reply: oneEvent,
});

export const directMultiview = declare('directMultiview', {
  summary: 'Show a layout, a full camera or a preset on the multiviews that follow',
  description: 'Multiviews with `?follow=1` in their address and share links that follow show it at once.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: directMultiviewInputSchema,
  reply: oneEvent,
});

export const directWall = declare('directWall', {
  summary: 'Former address of `PUT /events/{id}/multiview`',
  isDeprecated: true,
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: directWallInputSchema,
  reply: oneEvent,
});

export const deleteEvent = declare('deleteEvent', {
  summary: 'Delete an event with its streams',
  description: 'Cameras and viewers of its streams are disconnected.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
});

export const listSoundOffsets = declare('listSoundOffsets', {
  summary: 'List how far live cameras are apart by what they hear',
  description:
    'Heard twice a minute, about 30 s ago. A camera that hears nothing in common with another is not listed.',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  reply: z.object({ data: z.array(soundOffsetSchema) }),
});

export const setFloorPlan = declare('setFloorPlan', {
  summary: 'Set the floor plan of an event, on which its crew board puts cameras',
  description: 'Replaces the one before. Cameras keep their places.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: setFloorPlanInputSchema,
  // The image in base64, and the JSON around it.
  maxBodyBytes: 3 * 1024 * 1024,
});

export const scaleFloorPlan = declare('scaleFloorPlan', {
  summary: 'Say how large a floor plan is, and where the sound comes from',
  description:
    'Sound takes 3 ms a meter. With both, the distance to each camera on the plan is taken out of what cameras hear.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: updateFloorPlanInputSchema,
});

export const removeFloorPlan = declare('removeFloorPlan', {
  summary: 'Remove the floor plan of an event',
  description: 'Cameras keep their places for the next one.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
});

export const getFloorPlan = declare('getFloorPlan', {
  summary: 'Get the image of an event’s floor plan',
  description: 'The event’s floor_plan has its hash. Browsers may keep the answer: another image has another hash.',
  auth: 'user',
  params: idParams.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  isImmutable: true,
  reply: z.object({ data: floorPlanImageSchema }),
});
