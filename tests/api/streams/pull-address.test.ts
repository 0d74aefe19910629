import { describe, expect, test } from 'vitest';
import { PATCH as updateStream } from '@/app/api/v1/streams/[id]/route';
import { POST as createStream } from '@/app/api/v1/streams/route';
import { db } from '@/lib/platform/db/db';
import { pullTargets } from '@/lib/platform/db/sealed-columns';
import { call } from '../../support/api/api';
import { makeColleague, makeEvent, makeStream, makeUser } from '../../support/api/factories';

const secretAddress = 'http://user:secret-password@cam.example.com:8080/live.ts?token=secret-token';
const shownAddress = 'http://cam.example.com:8080/live.ts';

describe('the address that a camera is pulled from', () => {
  test('is stored encrypted, and neither answered nor audited with its secrets', async () => {
    const { actor, token } = await makeUser();
    const { id: event_id } = await makeEvent(actor);
    const stream = { name: 'Pulpit', event_id, source_kind: 'pull', pull_address: secretAddress };
    const answer = await call(createStream, { method: 'POST', token, body: { stream } });
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { attributes: { source_kind: 'pull', pull_address: shownAddress } } },
    });
    const row = await db().stream.findFirstOrThrow({ where: { eventId: event_id } });
    const entries = await db().auditEntry.findMany({ where: { organizationId: actor.organizationId } });
    expect(entries.map(({ detail }) => detail)).toContain(`pulled from ${shownAddress}`);
    for (const told of [answer, row, entries]) expect(JSON.stringify(told)).not.toContain('secret-');
    const opened = pullTargets.open(row.id, row.pullTarget ?? '');
    expect(opened).toMatchObject({ address: secretAddress });
    expect(pullTargets.open(actor.organizationId, row.pullTarget ?? '')).toBeNull();
  });

  test('is changed by a member, with a new worker, and not by a viewer or a stranger', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    const patch = (by: string, stream: object) =>
      call(updateStream, { method: 'PATCH', token: by, params: { id }, body: { stream } });
    const stream = { source_kind: 'pull', pull_address: secretAddress };
    const viewer = await makeColleague(actor, 'viewer');
    const stranger = await makeUser();
    expect(await patch(viewer.token, stream)).toMatchObject({ status: 403 });
    expect(await patch(stranger.token, stream)).toMatchObject({ status: 404 });
    expect(await patch(token, stream)).toMatchObject({
      status: 200,
      body: { data: { attributes: { pull_address: shownAddress } } },
    });
    expect(await patch(token, { pull_address: 'srt://cam.example.com:9000' })).toMatchObject({ status: 200 });
    expect(await db().stream.findUniqueOrThrow({ where: { id } })).toMatchObject({ generation: 2 });
    const entries = await db().auditEntry.findMany({
      where: { thingId: id, action: 'streams.change_pull_address' },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ detail }) => detail)).toEqual([`to ${shownAddress}`, 'to srt://cam.example.com:9000']);
  });

  test.each([
    ['file:///etc/passwd', 'must begin with'],
    ['srt://cam.example.com', 'needs a port'],
    ['http://127.0.0.1/', 'may not pull'],
    ['http://0x7f.1/', 'may not pull'],
    ['http://192.168.1.20/', 'may not pull'],
    ['srt://[::ffff:169.254.169.254]:9000', 'may not pull'],
  ])('%s is refused where another organization runs the server', async (pull_address, words) => {
    // The first organization of a database runs the server.
    await makeUser();
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    const body = { stream: { pull_address } };
    const answer = await call(updateStream, { method: 'PATCH', token, params: { id }, body });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(words);
    expect(await db().stream.findUniqueOrThrow({ where: { id } })).toMatchObject({ pullTarget: null });
  });

  test('may be in a private network for the organization that runs the server', async () => {
    const { actor, token } = await makeUser();
    const first = await db().organization.findFirstOrThrow({ orderBy: { id: 'asc' } });
    const { id } = await makeStream(actor);
    const body = { stream: { pull_address: 'http://192.168.1.20/live.ts' } };
    const answer = await call(updateStream, { method: 'PATCH', token, params: { id }, body });
    expect(answer.status).toBe(first.id === actor.organizationId ? 200 : 422);
  });
});
