import { z } from 'zod';
import { logIn } from '@/lib/accounts/log-in';
import { serializeAccount } from '@/lib/accounts/serialize';
import { logInInputSchema, sessionSchema } from '@/lib/contracts/accounts';
import { clientAddress } from '@/lib/http/client-address';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: endpoint({
    summary: 'Open a session and get its bearer token',
    auth: 'public',
    body: logInInputSchema,
    reply: z.object({ data: sessionSchema }),
    handler: async ({ body, request }) => {
      const { token, ...account } = await logIn(body, clientAddress(request));
      return { data: { token, ...serializeAccount(account) } };
    },
  }),
});
