import { z } from 'zod';
import { openIncidentSchema } from '../open-incidents';
import { declare, idParams } from './declare';

export const listOpenIncidents = declare('listOpenIncidents', {
  summary: 'List the alarms of the last 24 hours that nobody acknowledged, newest first',
  description: 'One row for each kind and camera, and at most 20.',
  auth: 'user',
  apiToken: 'read',
  reply: z.object({ data: z.array(openIncidentSchema) }),
});

export const acknowledgeIncident = declare('acknowledgeIncident', {
  summary: 'Acknowledge an incident, and those of its kind on the same camera before it',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
});
