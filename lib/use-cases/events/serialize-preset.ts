import { multiviewLayouts } from '@/lib/contracts/multiview-layouts';
import type { PresetJson } from '@/lib/contracts/presets';
import type { MultiviewPreset } from '@/prisma/generated/client';

/** A preset as the API shows it; a layout that this version does not know is Auto. */
export const serializePreset = (preset: MultiviewPreset): PresetJson => ({
  id: preset.id,
  type: 'preset',
  attributes: {
    name: preset.name,
    event_id: preset.eventId,
    layout: multiviewLayouts.find((name) => name === preset.layout) ?? 'auto',
    order: preset.streamOrder,
    hides_off: preset.hidesOff,
    solo: preset.soloStreamId,
    created_at: preset.createdAt.toISOString(),
  },
});
