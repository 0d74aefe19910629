import * as streams from '@/lib/contracts/api/streams';
import { clientAddress } from '@/lib/http/client-address';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listLanAddresses } from '@/lib/use-cases/streams/list-lan-addresses';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(streams.listLanAddresses, async ({ actor, request }) => ({
    data: await listLanAddresses(actor, clientAddress(request)),
  })),
);
