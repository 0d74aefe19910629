import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { acknowledgeAlarm } from '@/lib/use-cases/streams/acknowledge-alarm';
import { serializeStreamForMember } from '@/lib/use-cases/streams/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(streams.acknowledgeAlarm, async ({ actor, params, body }) => ({
    data: serializeStreamForMember(await acknowledgeAlarm(actor, params.id, body.alarm)),
  })),
);
