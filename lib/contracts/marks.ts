import { z } from 'zod';
import { optionalNameSchema } from './name-schema';

const markName = optionalNameSchema('Mark name');
const at = z.iso.datetime({ offset: true, error: 'at must be a time such as 2026-05-01T19:00:00.250Z.' });

/** Body of POST /events/{id}/marks. An empty object marks this moment. */
export const createMarkInputSchema = z.object({
  mark: z
    .object({ name: markName.optional(), at: at.optional().describe('The server’s present time by default.') })
    .optional(),
});
export type CreateMarkInput = NonNullable<z.infer<typeof createMarkInputSchema>['mark']>;

/** Body of PATCH /marks/{id}. Omitted fields keep their values. */
export const updateMarkInputSchema = z.object({
  mark: z
    .object({ name: markName.optional(), at: at.optional() }, 'Mark is required.')
    .refine(({ name, at }) => name !== undefined || at !== undefined, 'Give a name or a time.'),
});
export type UpdateMarkInput = z.infer<typeof updateMarkInputSchema>['mark'];

/** A marked moment of an event. */
export const markSchema = z.object({
  id: z.uuid(),
  type: z.literal('mark'),
  attributes: z.object({
    event_id: z.uuid(),
    at: z.iso.datetime(),
    name: z.string().describe('Empty for a mark without a word.'),
    created_at: z.iso.datetime(),
  }),
});
export type MarkJson = z.infer<typeof markSchema>;
