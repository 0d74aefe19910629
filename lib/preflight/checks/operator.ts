import { db } from '@/lib/platform/db/db';
import { operatorEnv } from '@/lib/platform/env/operator-env';
import { type Check, ok, problem, warning } from '../check-result';
import { findOperator } from '../operator';

/** As many as help to find one's own. */
const maxNamed = 10;

/** Names the organization that runs this server. */
export const checkOperator: Check = async () => {
  const { OPERATOR_ORGANIZATION: chosen } = operatorEnv();
  const operator = await findOperator();
  if (operator) {
    const count = chosen === undefined ? await db().organization.count() : 1;
    const why = count > 1 ? `, because it is the oldest of ${count} organizations` : '';
    return [ok('operator', `${nameOf(operator)} runs this server${why}.`)];
  }
  if (chosen === undefined) {
    const text = 'Nobody has signed up yet, and the first organization will run this server.';
    return [warning('operator', text, 'Sign up before others can reach it.')];
  }
  const oldest = await db().organization.findMany({ orderBy: { id: 'asc' }, take: maxNamed });
  const such = oldest.length > 0 ? `, such as ${oldest.map(nameOf).join(', ')}` : ' once you have signed up';
  const text = `OPERATOR_ORGANIZATION names no organization here (${chosen}), so nobody sees the page System.`;
  return [problem('operator', text, `Set it to the id of yours${such}.`)];
};

const nameOf = ({ id, name }: { id: string; name: string }): string => `“${name}” (${id})`;
