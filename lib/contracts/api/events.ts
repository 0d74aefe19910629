import { z } from 'zod';
import { eventInputSchema, eventSchema } from '../events';
import * as addresses from './addresses';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

const oneEvent = z.object({ data: eventSchema });

export const listEvents = declare(addresses.listEvents, {
  summary: 'List the events of the organization, oldest first, in pages of at most 200',
  description: 'Each carries a new token to watch its room, which must be used within ten minutes.',
  auth: 'user',
  apiToken: 'read',
  query: pageQuery({ limit: 200, maxLimit: 200 }),
  reply: pageSchema(eventSchema),
});

export const createEvent = declare(addresses.createEvent, {
  summary: 'Create an event',
  description: 'The first one of an organization is its default.',
  failures: ['limit_reached'],
  auth: 'user',
  apiToken: 'write',
  body: eventInputSchema,
  reply: oneEvent,
  status: 201,
});

export const getEvent = declare(addresses.getEvent, {
  summary: 'Get an event',
  description: 'With a new token to watch its room, which must be used within ten minutes.',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  reply: oneEvent,
});

export const updateEvent = declare(addresses.updateEvent, {
  summary: 'Rename an event',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: eventInputSchema,
  reply: oneEvent,
});

export const deleteEvent = declare(addresses.deleteEvent, {
  summary: 'Delete an event with its streams',
  description: 'Cameras and viewers of its streams are disconnected.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
});
