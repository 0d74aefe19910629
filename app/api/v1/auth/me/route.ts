import { getAccount } from '@/lib/accounts/get-account';
import { serializeAccount } from '@/lib/accounts/serialize';
import { accountSchema } from '@/lib/contracts/accounts';
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
