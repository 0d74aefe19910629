import { z } from 'zod';
import { eventInputSchema, eventSchema } from '../events';
import * as addresses from './addresses';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

const oneEvent = z.object({ data: eventSchema });

export const listEvents = declare(addresses.listEvents, {
  summary: 'List the events of the organization, oldest first, in pages of at most 200',
  auth: 'user',
  query: pageQuery({ limit: 200, maxLimit: 200 }),
  reply: pageSchema(eventSchema),
});

export const createEvent = declare(addresses.createEvent, {
  summary: 'Create an event',
  auth: 'user',
  body: eventInputSchema,
  reply: oneEvent,
  status: 201,
});

export const getEvent = declare(addresses.getEvent, {
  summary: 'Get an event',
  auth: 'user',
  params: idParams,
  reply: oneEvent,
});

export const updateEvent = declare(addresses.updateEvent, {
  summary: 'Rename an event',
  auth: 'user',
  params: idParams,
  body: eventInputSchema,
  reply: oneEvent,
});

export const deleteEvent = declare(addresses.deleteEvent, {
  summary: 'Delete an event with its streams',
  auth: 'user',
  params: idParams,
});
