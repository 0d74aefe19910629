import { describe, expect, test } from 'vitest';
import { DELETE as revokeApiToken } from '@/app/api/v1/api_tokens/[id]/route';
import { POST as createApiToken, GET as listApiTokens } from '@/app/api/v1/api_tokens/route';
import { GET as getEvent } from '@/app/api/v1/events/[id]/route';
import { POST as createEvent, GET as listEvents } from '@/app/api/v1/events/route';
import type { ApiTokenJson, NewApiTokenJson } from '@/lib/contracts/organization/api-tokens';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import { makeApiToken, makeColleague, makeEvent, makeUser, type SignedInUser } from '../../support/api/factories';

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString();

const create = ({ token }: SignedInUser, fields: object = {}) =>
  call(createApiToken, {
    method: 'POST',
    token,
    body: { api_token: Object.assign({ name: 'Monitoring', access: 'read', expires_at: null }, fields) },
  });

const list = async ({ token }: SignedInUser) =>
  ((await call(listApiTokens, { token })).body as { data: ApiTokenJson[] }).data;

describe('POST /api_tokens', () => {
  test('shows the token once, and stores only its hash', async () => {
    const user = await makeUser();
    const expiresAt = inAMonth();
    const { status, body } = await create(user, { access: 'write', expires_at: expiresAt });
    expect(status).toBe(201);
    const { id, attributes } = (body as { data: NewApiTokenJson }).data;
    // Scanners for leaked secrets look for this form.
    expect(attributes.token).toMatch(/^sl_[\w-]{43}$/);
    expect(attributes).toMatchObject({
      name: 'Monitoring',
      access: 'write',
      expires_at: expiresAt,
      last_used_at: null,
    });
    expect(attributes.token.endsWith(attributes.token_end)).toBe(true);
    expect(attributes.token_end).toHaveLength(4);
    const rows = await db().$queryRaw<object[]>`SELECT * FROM api_tokens WHERE id = ${id}::uuid`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(attributes.token.slice(3, -4));
    expect(JSON.stringify(await list(user))).not.toContain(attributes.token);
    const audited = await db().auditEntry.findFirstOrThrow({ where: { thingId: id } });
    expect(audited).toMatchObject({
      action: 'api_tokens.create',
      thingName: 'Monitoring',
      detail: 'for reading and writing',
    });
    expect(JSON.stringify(audited)).not.toContain(attributes.token.slice(3));
  });

  test.each([
    [{ name: ' ' }, 'api_token.name'],
    [{ access: 'everything' }, 'api_token.access'],
    [{ expires_at: 'soon' }, 'api_token.expires_at'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'api_token.expires_at'],
  ])('refuses %o', async (fields, field) => {
    expect(await create(await makeUser(), fields)).toMatchObject({
      status: 422,
      body: { error: { errors: { [field]: [expect.any(String)] } } },
    });
  });

  test('an organization has at most a hundred, also under concurrency', async () => {
    const user = await makeUser();
    const { organizationId } = user.actor;
    const rows = Array.from({ length: 98 }, (_, index) => ({
      id: crypto.randomUUID(),
      organizationId,
      name: 'Old',
      tokenHash: `${organizationId} ${index}`,
      tokenEnd: 'abcd',
      access: 'read' as const,
    }));
    await db().apiToken.createMany({ data: rows });
    const statuses = (await Promise.all([create(user), create(user), create(user)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 409]);
    expect(await create(user)).toMatchObject({ body: { error: { code: 'limit_reached' } } });
    const id = rows[0]?.id ?? '';
    expect(await call(revokeApiToken, { method: 'DELETE', token: user.token, params: { id } })).toMatchObject({
      status: 204,
    });
    expect(await create(user)).toMatchObject({ status: 201 });
  });

  test.each(['member', 'viewer'] as const)('neither it nor the list is for a %s', async (role) => {
    const colleague = await makeColleague((await makeUser()).actor, role);
    expect(await create(colleague)).toMatchObject({ status: 403 });
    expect(await call(listApiTokens, { token: colleague.token })).toMatchObject({ status: 403 });
  });
});

describe('an API token', () => {
  test('reads, and changes only what its access allows', async () => {
    const { actor } = await makeUser();
    const { id } = await makeEvent(actor, 'Gala');
    const [reading, writing] = [await makeApiToken(actor, 'read'), await makeApiToken(actor, 'write')];
    const body = { event: { name: 'Party' } };
    for (const { token } of [reading, writing]) {
      expect(await call(getEvent, { token, params: { id } })).toMatchObject({ status: 200 });
    }
    expect(await call(createEvent, { method: 'POST', token: reading.token, body })).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden', message: expect.stringContaining('may only read') } },
    });
    const created = await call(createEvent, { method: 'POST', token: writing.token, body });
    expect(created).toMatchObject({ status: 201 });
    const audited = await db().auditEntry.findFirstOrThrow({ where: { actorId: writing.actor.apiTokenId } });
    expect(audited).toMatchObject({ action: 'events.create', actorType: 'api_token', actorName: 'May write' });
  });

  test('is refused once it was revoked, and after its expiry', async () => {
    const owner = await makeUser();
    const [revoked, expired, kept] = [
      await makeApiToken(owner.actor, 'read'),
      await makeApiToken(owner.actor, 'read'),
      await makeApiToken(owner.actor, 'read'),
    ];
    const { apiTokenId: id } = revoked.actor;
    const revoke = () => call(revokeApiToken, { method: 'DELETE', token: owner.token, params: { id } });
    expect(await revoke()).toMatchObject({ status: 204 });
    expect(await revoke()).toMatchObject({ status: 404 });
    await db().apiToken.update({ where: { id: expired.actor.apiTokenId }, data: { expiresAt: new Date() } });
    for (const { token } of [revoked, expired]) {
      expect(await call(listEvents, { token })).toMatchObject({
        status: 401,
        body: { error: { code: 'unauthorized' } },
      });
    }
    expect(await call(listEvents, { token: kept.token })).toMatchObject({ status: 200 });
    // Expired tokens are still listed, so that people see why a tool stopped.
    expect((await list(owner)).map(({ id }) => id)).toEqual([kept.actor.apiTokenId, expired.actor.apiTokenId]);
  });

  test('says when and from where it was last used, to the minute', async () => {
    const owner = await makeUser();
    const { token, actor } = await makeApiToken(owner.actor, 'read');
    const use = (address: string) => call(listEvents, { token, headers: { 'x-client-address': address } });
    const lastUse = async () => (await list(owner))[0]?.attributes;
    expect(await lastUse()).toMatchObject({ last_used_at: null, last_used_address: null });
    await Promise.all([use('192.0.2.7'), use('192.0.2.7')]);
    const first = await lastUse();
    expect(first).toMatchObject({ last_used_at: expect.any(String), last_used_address: '192.0.2.7' });
    await use('192.0.2.8');
    expect(await lastUse()).toEqual(first);
    const lastUsedAt = new Date(Date.now() - 61_000);
    await db().apiToken.update({ where: { id: actor.apiTokenId }, data: { lastUsedAt } });
    await use('192.0.2.8');
    expect(await lastUse()).toMatchObject({ last_used_address: '192.0.2.8' });
  });
});
