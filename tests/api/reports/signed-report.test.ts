import { verify as verifyByNode } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { GET as getKey } from '@/app/api/v1/report_key/route';
import { GET as getSigned } from '@/app/api/v1/reports/[id]/signed/route';
import { checkSignature } from '@/components/reports/check-signature';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import { makeColleague, makeUser, type SignedInUser } from '../../support/api/factories';
import { keepEmptyReport } from '../../support/api/keep-empty-report';

let user: SignedInUser;
let id: string;

beforeEach(async () => {
  user = await makeUser();
  ({ id } = await keepEmptyReport(user.actor));
});

const ask = (token: string) => call(getSigned, { token, params: { id } });
const signed = async () =>
  ((await ask(user.token)).body as { data: { attributes: { file: string } } }).data.attributes.file;
const key = async () =>
  ((await call(getKey, {})).body as { data: { attributes: { public_key: string; installation: string | null } } }).data
    .attributes;

test('a signed report is JSON, and fits the public key of its installation', async () => {
  const file = await signed();
  const { public_key: publicKey, installation } = await key();
  expect(JSON.parse(file)).toMatchObject({
    type: 'signed_report',
    public_key: publicKey,
    installation,
    report: { id },
  });
  expect(JSON.parse(file)).toMatchObject({ organization: { id: user.actor.organizationId, name: expect.any(String) } });
  expect(await checkSignature(Buffer.from(file))).toMatchObject({ result: 'fits', head: { public_key: publicKey } });
  // As docs/reports.md says it: another implementation, and nothing of ours.
  const [text = '', signature = ''] = file.slice(0, -2).split(',"signature":"');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'hex').toString('base64url') };
  expect(verifyByNode(null, Buffer.from(text), { key: jwk, format: 'jwk' }, Buffer.from(signature, 'hex'))).toBe(true);
});

test('a file with one other byte is refused, wherever it is', { timeout: 60_000 }, async () => {
  const bytes = Buffer.from(await signed());
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ (at % 2 ? 0x20 : 0x01);
    expect((await checkSignature(changed)).result, `byte ${at}`).not.toBe('fits');
  }
  for (const other of [bytes.subarray(1), bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.from('\n')])]) {
    expect(await checkSignature(other)).toEqual({ result: 'no_signed_report' });
  }
});

test('a signed report says whose it is, so that nobody else signs one of the same show here', async () => {
  const other = await makeUser();
  await db().organization.update({ where: { id: other.actor.organizationId }, data: { name: 'Forgers' } });
  ({ id } = await keepEmptyReport(other.actor));
  const { body } = await ask(other.token);
  const check = await checkSignature(
    Buffer.from((body as { data: { attributes: { file: string } } }).data.attributes.file),
  );
  expect(check).toMatchObject({ head: { organization: { id: other.actor.organizationId, name: 'Forgers' } } });
});

test('the key is made once, also by processes that start together, and no answer holds its private half', async () => {
  await db().signingKey.deleteMany();
  const keys = await Promise.all(Array.from({ length: 5 }, key));
  expect(new Set(keys.map(({ public_key: hex }) => hex)).size).toBe(1);
  const stored = await db().signingKey.findFirstOrThrow();
  const seed = Buffer.from(stored.privateKey).subarray(-32).toString('hex');
  expect(JSON.stringify(keys) + (await signed())).not.toContain(seed);
});

test('a viewer is refused, and a stranger finds no report', async () => {
  expect((await ask((await makeColleague(user.actor, 'viewer')).token)).status).toBe(403);
  expect((await ask((await makeUser()).token)).status).toBe(404);
});
