import * as presets from '@/lib/contracts/api/presets';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createPreset, listPresets, serializePreset } from '@/lib/use-cases/events/presets';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(presets.listPresets, async ({ actor, params }) => ({
    data: (await listPresets(actor, params.id)).map(serializePreset),
  })),
  endpoint(presets.createPreset, async ({ actor, params, body }) => ({
    data: serializePreset(await createPreset(actor, params.id, body.preset)),
  })),
);
