import { z } from 'zod';
import { multiviewLayouts } from './multiview-layouts';
import { nameSchema } from './name-schema';

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

const presetName = nameSchema('Preset name');

/** Body of POST /events/{id}/presets. */
export const createPresetInputSchema = z.object({
  preset: z.object({ name: presetName, ...arrangementSchema.shape }, 'Preset is required.'),
});
export type CreatePresetInput = z.infer<typeof createPresetInputSchema>;

/** Body of PATCH /presets/{id}. Omitted fields keep their values. */
export const updatePresetInputSchema = z.object({
  preset: z.object({ name: presetName, ...arrangementSchema.shape }, 'Preset is required.').partial(),
});
export type UpdatePresetInput = z.infer<typeof updatePresetInputSchema>;

/** A named arrangement of an event's multiview. */
export const presetSchema = z.object({
  id: z.uuid(),
  type: z.literal('preset'),
  attributes: arrangementSchema.extend({
    name: z.string(),
    event_id: z.uuid(),
    created_at: z.iso.datetime(),
  }),
});
export type PresetJson = z.infer<typeof presetSchema>;
