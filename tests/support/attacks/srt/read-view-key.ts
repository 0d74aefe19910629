import { ApiClient } from '../../api/api-client';
import type { AttackTarget } from '../attack';

/** The key of the attacker's own view address. */
export async function readViewKey({ baseUrl, token, streamKey }: AttackTarget): Promise<string> {
  const streams = await new ApiClient(baseUrl, token).call('GET /streams');
  const own = streams.find(({ attributes }) => attributes.stream_key === streamKey);
  if (!own) throw new Error('the attacker has no such stream');
  return own.attributes.view_key;
}
