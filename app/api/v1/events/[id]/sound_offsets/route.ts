import * as events from '@/lib/contracts/api/events';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listSoundOffsets } from '@/lib/use-cases/events/sound-offsets';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(events.listSoundOffsets, async ({ actor, params }) => ({ data: await listSoundOffsets(actor, params.id) })),
);
