import { z } from 'zod';
import type { AttackTarget } from '../attack';

const answerSchema = z.object({
  data: z.array(z.object({ attributes: z.object({ stream_key: z.string(), view_key: z.string() }) })),
});

/** The key of the attacker's own view address. */
export async function readViewKey({ baseUrl, token, streamKey }: AttackTarget): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/v1/streams`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = answerSchema.parse(await answer.json());
  const own = data.find(({ attributes }) => attributes.stream_key === streamKey);
  if (!own) throw new Error('the attacker has no such stream');
  return own.attributes.view_key;
}
