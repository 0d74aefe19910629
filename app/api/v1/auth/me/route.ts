import { getAccount } from '@/lib/accounts/get-account';
import { accountSchema } from '@/lib/accounts/schema';
import { serializeAccount } from '@/lib/accounts/serialize';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: endpoint({
    summary: 'The signed-in user and their organization',
    auth: 'user',
    reply: accountSchema,
    handler: async ({ actor }) => serializeAccount(await getAccount(actor)),
  }),
});
