import { z } from 'zod';
import { nameSchema } from './name-schema';

const editName = nameSchema('Edit name');
/** An edit of a show has at most so many cuts: five a minute for ten hours. */
export const maxCuts = 3_000;

const cutSchema = z.object({
  at: z.iso.datetime({ offset: true, error: 'at must be a time such as 2026-05-01T19:00:00.250Z.' }),
  stream_id: z
    .uuid('stream_id must be the id of a camera.')
    .nullable()
    .describe('The camera that is the program from then on, until the next cut. Null: none.'),
});

const cutsSchema = z
  .array(cutSchema, 'cuts must be a list.')
  .max(maxCuts, `An edit can have at most ${maxCuts.toLocaleString('en')} cuts.`)
  .refine(
    (cuts) => cuts.every(({ at }, index) => index === 0 || Date.parse(cuts[index - 1]?.at ?? '') < Date.parse(at)),
    'Each cut must be later than the one before it.',
  )
  .describe('Oldest first.');

/** Body of POST /events/{id}/edits. */
export const createEditInputSchema = z.object({
  edit: z.object({ name: editName, cuts: cutsSchema }, 'Edit is required.'),
});
export type CreateEditInput = z.infer<typeof createEditInputSchema>['edit'];

/** Body of PATCH /edits/{id}. Omitted fields keep their values. */
export const updateEditInputSchema = z.object({
  edit: z
    .object({ name: editName.optional(), cuts: cutsSchema.optional() }, 'Edit is required.')
    .refine(({ name, cuts }) => name !== undefined || cuts !== undefined, 'Give a name or cuts.'),
});
export type UpdateEditInput = z.infer<typeof updateEditInputSchema>['edit'];

/** Cuts as their row holds them. */
export const storedCutsSchema = z.array(z.object({ at: z.string(), stream_id: z.string().nullable() }));

/** A version of a show's cuts. */
export const editSchema = z.object({
  id: z.uuid(),
  type: z.literal('edit'),
  attributes: z.object({
    event_id: z.uuid(),
    name: z.string(),
    cuts: z.array(z.object({ at: z.iso.datetime(), stream_id: z.uuid().nullable() })).describe('Oldest first.'),
    created_at: z.iso.datetime(),
  }),
});
export type EditJson = z.infer<typeof editSchema>;
