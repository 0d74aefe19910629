import * as tally from '@/lib/contracts/api/tally';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteTallySource } from '@/lib/use-cases/tally/delete-tally-source';
import { serializeTallySource } from '@/lib/use-cases/tally/serialize';
import { updateTallySource } from '@/lib/use-cases/tally/update-tally-source';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint(tally.updateTallySource, async ({ actor, params, body }) => ({
    data: serializeTallySource(await updateTallySource(actor, params.id, body.tally_source)),
  })),
  DELETE: endpoint(tally.deleteTallySource, ({ actor, params }) => deleteTallySource(actor, params.id)),
});
