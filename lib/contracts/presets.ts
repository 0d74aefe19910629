import { z } from 'zod';
import { arrangementSchema } from './arrangement';
import { nameSchema } from './name-schema';

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
