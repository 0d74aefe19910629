import { z } from 'zod';
import { createPresetInputSchema, presetSchema, updatePresetInputSchema } from '../presets';
import { declare, idParams } from './declare';

const onePreset = z.object({ data: presetSchema });

export const listPresets = declare('listPresets', {
  summary: 'List the multiview presets of an event, oldest first',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  reply: z.object({ data: z.array(presetSchema) }),
});

export const createPreset = declare('createPreset', {
  summary: 'Save an arrangement of an event’s multiview under a name',
  auth: 'user',
  failures: ['conflict', 'limit_reached'],
  params: idParams,
  body: createPresetInputSchema,
  reply: onePreset,
  status: 201,
});

export const updatePreset = declare('updatePreset', {
  summary: 'Rename a preset, or change its arrangement',
  auth: 'user',
  failures: ['conflict'],
  params: idParams,
  body: updatePresetInputSchema,
  reply: onePreset,
});

export const deletePreset = declare('deletePreset', {
  summary: 'Delete a preset',
  auth: 'user',
  params: idParams,
});
