import { z } from 'zod';
import { planLimits } from '../core/plan-image';

const fraction = z
  .number('x and y must be numbers from 0 to 1.')
  .min(0, 'x and y must be numbers from 0 to 1.')
  .max(1, 'x and y must be numbers from 0 to 1.');

/** A place on a floor plan, as parts of its width and height; null: nowhere. */
const placeSchema = z.object({ x: fraction, y: fraction }, 'Plan place must be a place, or null.').nullable();

const widthSentence = 'Width must be more than 0 and at most 10,000 m.';
/** The scale of a floor plan: it turns places into ways of the sound. */
const scaleSchema = z.object({
  width_m: z
    .number(widthSentence)
    .positive(widthSentence)
    .max(10_000, widthSentence)
    .nullable()
    .describe('How many meters it is wide; null: unknown.'),
  sound_place: placeSchema.describe('Where the sound comes from; null: unknown.'),
});
export type PlanScale = z.infer<typeof scaleSchema>;

/** The facts of a floor plan, without its image. */
export const floorPlanSchema = z.object({
  hash: z.string().describe('Names the image: another image has another hash.'),
  media_type: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  width: z.int(),
  height: z.int(),
  // Plans of former versions have no scale.
  width_m: scaleSchema.shape.width_m.default(null),
  sound_place: scaleSchema.shape.sound_place.default(null),
});
export type FloorPlan = z.infer<typeof floorPlanSchema>;

/** A floor plan as it is stored; null where there is none, or another version stored it. */
export const storedFloorPlanSchema = floorPlanSchema.nullable().catch(null);

const maxBase64 = Math.ceil(planLimits.imageBytes / 3) * 4;

/** Body of PATCH /events/{id}/floor_plan. */
export const updateFloorPlanInputSchema = z.object({
  floor_plan: z.object(scaleSchema.partial().shape, 'Floor plan is required.'),
});

/** Body of PUT /events/{id}/floor_plan. */
export const setFloorPlanInputSchema = z.object({
  floor_plan: z.object(
    {
      ...scaleSchema.partial().shape,
      image: z
        .string('Image is required.')
        .min(1, 'Image is required.')
        .max(maxBase64, planLimits.words.imageBytes)
        .describe('A PNG, JPEG or WebP image in base64. Metadata, such as where it was taken, is not kept.'),
    },
    'Floor plan is required.',
  ),
});

/** The image of a floor plan. */
export const floorPlanImageSchema = z.object({
  id: z.uuid().describe('The event.'),
  type: z.literal('floor_plan'),
  attributes: floorPlanSchema.extend({ image: z.base64() }),
});
export type FloorPlanImageJson = z.infer<typeof floorPlanImageSchema>;

/** Where a camera stands on its event's floor plan. */
export const planPlaceSchema = placeSchema.describe(
  "Where it stands on its event's floor plan, as parts of its width and height; null: nowhere.",
);
