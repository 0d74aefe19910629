import { z } from 'zod';
import { arrangementSchema } from './presets';

/** The arrangement that an event's director shows on the walls that follow. */
export type DirectedWall = z.infer<typeof arrangementSchema>;

/** A wall as it is stored; null where none was shown, or another version stored it. */
export const storedWallSchema = arrangementSchema.nullable().catch(null);

/** Body of PUT /events/{id}/wall. A preset is applied first; omitted fields keep their values. */
export const directWallInputSchema = z.object({
  wall: arrangementSchema
    .partial()
    .extend({ preset_id: z.uuid('preset_id must be the id of a preset.').optional() })
    .refine(
      (changes) => Object.values(changes).some((value) => value !== undefined),
      'Give a preset, a layout, an order, hides_off or solo.',
    ),
});
export type DirectWallInput = z.infer<typeof directWallInputSchema>;

/** The directed wall as a share link shows it: cameras by their participant identities. */
export const sharedWallSchema = arrangementSchema.extend({ order: z.array(z.string()), solo: z.string().nullable() });
export type SharedWall = z.infer<typeof sharedWallSchema>;
