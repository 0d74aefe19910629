import { z } from 'zod';
import { serializeAccount } from '@/lib/accounts/serialize';
import { signUp } from '@/lib/accounts/sign-up';
import { accountSchema, signUpInputSchema } from '@/lib/contracts/accounts';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: endpoint({
    summary: 'Create a user with a new organization',
    auth: 'public',
    body: signUpInputSchema,
    reply: z.object({ data: accountSchema }),
    status: 201,
    handler: async ({ body }) => ({ data: serializeAccount(await signUp(body)) }),
  }),
});
