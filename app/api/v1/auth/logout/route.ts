import { logOut } from '@/lib/accounts/log-out';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: endpoint({
    summary: 'End this session',
    auth: 'user',
    handler: ({ actor }) => logOut(actor),
  }),
});
