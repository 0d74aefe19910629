import { z } from 'zod';
import { lineUpCheckNames } from './line-up-checks';

const checkSchema = z.object({
  check: z.enum(lineUpCheckNames),
  state: z.enum(['well', 'wrong', 'unknown']).describe('unknown: nothing here measures it.'),
  value: z.number().nullable().describe('As measured in these ten seconds; null where there is no figure.'),
  unit: z.string().nullable(),
  sentence: z.string().describe('What was found.'),
  fix: z.string().nullable().describe('What to do; null unless it is wrong.'),
});
export type LineUpCheck = z.infer<typeof checkSchema>;

const cameraSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  name: z.string(),
  is_on: z.boolean().describe('Nothing of a camera that is off is checked.'),
  checks: z.array(checkSchema),
});
export type LineUpCamera = z.infer<typeof cameraSchema>;

/** A line-up as its row, and a report, holds it. */
export const lineUpFactsSchema = z.object({
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  by: z.string().describe('The member or API token that asked for it.'),
  is_well: z.boolean(),
  sentence: z.string().describe('The verdict.'),
  cameras: z.array(cameraSchema),
});
export type LineUpFacts = z.infer<typeof lineUpFactsSchema>;

/** A check of all cameras of an event before a show. */
export const lineUpSchema = z.object({
  id: z.uuid(),
  type: z.literal('line_up'),
  attributes: z.object({
    event_id: z.uuid(),
    started_at: z.iso.datetime(),
    result: lineUpFactsSchema
      .nullable()
      .describe('Null for the ten seconds that it takes, and for good where the server was stopped in them.'),
  }),
});
export type LineUpJson = z.infer<typeof lineUpSchema>;
