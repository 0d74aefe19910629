import { z } from 'zod';
import { minOf } from '@/lib/core/extremes';
import { badPictures } from '../alarms/alarm-kinds';

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

/** Limits and defaults of a rule. */
const programRuleSeconds = { min: 1, max: 300, after: 3, backAfter: 5 } as const;

const secondsOf = (name: string, min: number = programRuleSeconds.min) => {
  const { max } = programRuleSeconds;
  const words = `${name} must be a whole number from ${min} to ${max}.`;
  return z.int(words).min(min, words).max(max, words);
};

const programRuleSchema = z.object(
  {
    spare_id: z.uuid('spare_id must be the id of a camera.').describe('The camera that takes the place.'),
    after_seconds: secondsOf('after_seconds')
      .default(programRuleSeconds.after)
      .describe('How long the camera on air has had no picture.'),
    bad_picture_after_seconds: secondsOf('bad_picture_after_seconds', minOf(badPictures.map(({ delay }) => delay.min)))
      .nullable()
      .default(null)
      .describe('How long its picture has been black or frozen, by its alarms; null: such a picture is not lost.'),
    back_after_seconds: secondsOf('back_after_seconds')
      .nullable()
      .default(programRuleSeconds.backAfter)
      .describe('With a picture for so long, the camera comes back by itself; null: by hand alone.'),
  },
  'Rule is required.',
);

/** Body of PUT /events/{id}/program/rule. */
export const programRuleInputSchema = z.object({ rule: programRuleSchema });
export type ProgramRuleInput = z.infer<typeof programRuleInputSchema>;

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
    rule: programRuleSchema.nullable().describe('What happens when the camera on air is lost; null: nothing.'),
    stand_in: z
      .object({ lost_id: z.uuid(), spare_id: z.uuid(), since: z.iso.datetime() })
      .nullable()
      .describe('The camera that the program shows in place of the one on air, by the rule.'),
  }),
});
export type ProgramJson = z.infer<typeof programSchema>;
