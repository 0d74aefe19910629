import * as phones from '@/lib/contracts/api/phones';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { messageCrew } from '@/lib/use-cases/phones/message-crew';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(phones.messageCrew, ({ actor, params, body: { message } }) =>
    messageCrew(actor, params.id, { text: message.text, streamId: message.stream_id }),
  ),
});
