import * as presets from '@/lib/contracts/api/presets';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deletePreset } from '@/lib/use-cases/events/delete-preset';
import { serializePreset } from '@/lib/use-cases/events/serialize-preset';
import { updatePreset } from '@/lib/use-cases/events/update-preset';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint(presets.updatePreset, async ({ actor, params, body }) => ({
    data: serializePreset(await updatePreset(actor, params.id, body.preset)),
  })),
  DELETE: endpoint(presets.deletePreset, ({ actor, params }) => deletePreset(actor, params.id)),
});
