import { z } from 'zod';

/** Body of PUT /events/{id}/program. */
export const cutProgramInputSchema = z.object({
  program: z.object(
    {
      /** The camera that comes on air. Omitted, the one on air stays. */
      on_air: z.uuid('on_air must be the id of a camera.').optional(),
      /** Omitted, the camera that was on air is next after a cut to the next one. */
      next: z.uuid('next must be the id of a camera, or null.').nullable().optional(),
      /** Takes the program from a switcher that has it. */
      takes_over: z.boolean('takes_over must be true or false.').default(false),
    },
    'Program is required.',
  ),
});
export type CutProgramInput = z.infer<typeof cutProgramInputSchema>;

/** The cameras that an event has on air and next, and whoever says so. */
export const programSchema = z.object({
  /** The event's. */
  id: z.uuid(),
  type: z.literal('program'),
  attributes: z.object({
    held_by: z
      .enum(['sightline', 'switcher'])
      .nullable()
      .describe('sightline: cut here. switcher: by a tally source that is heard. null: by nobody now.'),
    switchers: z
      .array(z.object({ name: z.string(), is_live: z.boolean() }))
      .describe('The tally sources that have cameras, and whether each is heard.'),
    on_air: z.uuid().nullable().describe('The camera on air. Where no switcher is heard any more, the last one.'),
    next: z.uuid().nullable(),
  }),
});
export type ProgramJson = z.infer<typeof programSchema>;
