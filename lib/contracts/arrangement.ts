import { z } from 'zod';
import { multiviewLayouts } from './multiview-layouts';

/** An arrangement of a multiview: what a preset saves, and what a director shows. */
export const arrangementSchema = z.object({
  layout: z.enum(multiviewLayouts, 'Layout must be one of the multiview’s.'),
  /** The streams in display order; others follow. */
  order: z.array(z.uuid()).max(500, 'A preset can order at most 500 streams.'),
  /** Whether cameras that are off have no tile. */
  hides_off: z.boolean(),
  /** The stream that fills the page. */
  solo: z.uuid().nullable(),
});
export type Arrangement = z.infer<typeof arrangementSchema>;

/** The director's arrangement as it is stored; null where none was shown, or another version stored it. */
export const storedArrangementSchema = arrangementSchema.nullable().catch(null);

const arrangementChangesSchema = arrangementSchema
  .partial()
  .extend({ preset_id: z.uuid('preset_id must be the id of a preset.').optional() })
  .refine(
    (changes) => Object.values(changes).some((value) => value !== undefined),
    'Give a preset, a layout, an order, hides_off or solo.',
  );
export type ArrangementChanges = z.infer<typeof arrangementChangesSchema>;

/** Body of PUT /events/{id}/multiview. A preset is applied first; omitted fields keep their values. */
export const directMultiviewInputSchema = z.object({ multiview: arrangementChangesSchema });

/** Body of the former address PUT /events/{id}/wall. */
export const directWallInputSchema = z.object({ wall: arrangementChangesSchema });

/** The director's arrangement as a share link shows it: cameras by their participant identities. */
export const sharedArrangementSchema = arrangementSchema.extend({
  order: z.array(z.string()),
  solo: z.string().nullable(),
});
export type SharedArrangement = z.infer<typeof sharedArrangementSchema>;

/** The director's arrangement under both names that the API has for it. */
export const directedFields = <Schema extends z.ZodType>(multiview: Schema) => ({
  multiview,
  wall: multiview.meta({ description: 'The former name of multiview.', deprecated: true }),
});
