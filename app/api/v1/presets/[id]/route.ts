import * as presets from '@/lib/contracts/api/presets';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deletePreset, serializePreset, updatePreset } from '@/lib/use-cases/events/presets';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(presets.updatePreset, async ({ actor, params, body }) => ({
    data: serializePreset(await updatePreset(actor, params.id, body.preset)),
  })),
  endpoint(presets.deletePreset, ({ actor, params }) => deletePreset(actor, params.id)),
);
