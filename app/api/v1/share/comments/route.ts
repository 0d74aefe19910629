import * as comments from '@/lib/contracts/api/comments';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createGuestComment } from '@/lib/use-cases/sharing/guest-comments';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(comments.createGuestComment, async ({ body, request }) => ({
    data: await createGuestComment(body.comment, clientOf(request)),
  })),
);
