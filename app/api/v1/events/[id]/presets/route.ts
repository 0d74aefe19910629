import * as presets from '@/lib/contracts/api/presets';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createPreset } from '@/lib/use-cases/events/create-preset';
import { listPresets } from '@/lib/use-cases/events/list-presets';
import { serializePreset } from '@/lib/use-cases/events/serialize-preset';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(presets.listPresets, async ({ actor, params }) => ({
    data: (await listPresets(actor, params.id)).map(serializePreset),
  })),
  POST: endpoint(presets.createPreset, async ({ actor, params, body }) => ({
    data: serializePreset(await createPreset(actor, params.id, body.preset)),
  })),
});
