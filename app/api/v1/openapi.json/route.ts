import { getOpenapi } from '@/lib/contracts/api/declarations';
import { apiDocument } from '@/lib/http/api-document';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(endpoint(getOpenapi, async () => apiDocument()));
