import { z } from 'zod';
import { incidentSeveritySchema } from './streams';

/** Alarms and losses of a camera of one kind that nobody acknowledged. */
export const openIncidentSchema = z.object({
  id: z.uuid().describe('Of the newest one.'),
  type: z.literal('open_incident'),
  attributes: z.object({
    stream_id: z.uuid(),
    stream_name: z.string(),
    stream_number: z.int(),
    event_id: z.uuid(),
    event_name: z.string(),
    code: z.string(),
    severity: incidentSeveritySchema,
    message: z.string(),
    occurred_at: z.iso.datetime(),
    times: z.int().describe('How often this happened in the last 24 hours without being acknowledged.'),
  }),
});
export type OpenIncidentJson = z.infer<typeof openIncidentSchema>;
