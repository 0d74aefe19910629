import { beforeEach, expect, test, vi } from 'vitest';
import { POST as comment } from '@/app/api/v1/share/comments/route';
import { POST as openShareLink } from '@/app/api/v1/share/route';
import { PATCH as updateShareLink } from '@/app/api/v1/share_links/[id]/route';
import type { GuestCommentJson } from '@/lib/contracts/comments';
import type { ShareJson } from '@/lib/contracts/share-links';
import { newId } from '@/lib/core/id';
import { clientAddressHeader } from '@/lib/http/client-address';
import { db } from '@/lib/platform/db/db';
import { createComment } from '@/lib/use-cases/comments/comments';
import { createShareLink, revokeShareLink } from '@/lib/use-cases/sharing/share-links';
import { newShareSecret } from '@/lib/use-cases/sharing/share-secrets';
import type { Event, Stream } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeEvent, makeStream, makeUser, newAddress, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let event: Event;
let front: Stream;
let back: Stream;

beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor, 'Gala');
  front = await makeStream(user.actor, { name: 'Front', eventId: event.id });
  back = await makeStream(user.actor, { name: 'Back', eventId: event.id });
}, 30_000);

type Link = Parameters<typeof createShareLink>[2];
const share = async (settings: Partial<Link> = {}) => {
  const { id } = await createShareLink(user.actor, event.id, {
    name: 'The client',
    streamIds: null,
    canHear: false,
    canComment: true,
    expiresAt: new Date(Date.now() + 3_600_000),
    password: null,
    maxViewers: null,
    ...settings,
  });
  return { id, secret: newShareSecret(id) };
};
const headers = () => ({ [clientAddressHeader]: newAddress() });
const open = async (
  secret: string,
  rest: { password?: string; viewer?: string } = {},
): Promise<ShareJson['attributes']> => {
  const answer = await call(openShareLink, {
    method: 'POST',
    body: { share: { secret, ...rest } },
    headers: headers(),
  });
  expect(answer.status).toBe(200);
  return (answer.body as { data: ShareJson }).data.attributes;
};
const say = (secret: string, viewer: string, rest: object = {}) =>
  call(comment, {
    method: 'POST',
    body: { comment: { secret, viewer, name: 'Grace', text: 'The logo is cut off.', ...rest } },
    headers: headers(),
  });
const said = async (...args: Parameters<typeof say>): Promise<GuestCommentJson> => {
  const { status, body } = await say(...args);
  expect(status).toBe(201);
  return (body as { data: GuestCommentJson }).data;
};

test('a guest of a live link comments on what the cameras took a moment ago', async () => {
  const { secret } = await share({ streamIds: [back.id] });
  const { viewer, comments, cameras } = await open(secret);
  expect(comments).toEqual([]);
  expect(cameras.map(({ stream_id }) => stream_id)).toEqual([back.id]);
  const beforeMs = Date.now();
  const { at, ...shown } = await said(secret, viewer, { stream_id: back.id, ago_ms: 5_000 });
  expect(shown).toMatchObject({
    author: 'Grace',
    is_from_guest: true,
    stream_id: back.id,
    text: 'The logo is cut off.',
  });
  expect(Date.parse(at)).toBeGreaterThanOrEqual(beforeMs - 5_000);
  expect(Date.parse(at)).toBeLessThanOrEqual(Date.now() - 5_000);
  expect(await db().eventComment.findMany({ where: { eventId: event.id } })).toMatchObject([
    { author: 'Grace', streamId: back.id },
  ]);
});

test('a guest sees the comments of their link and the answers, without the name of a member', async () => {
  const { secret } = await share();
  const { viewer } = await open(secret);
  const { id } = await said(secret, viewer);
  const other = await share();
  await said(other.secret, (await open(other.secret)).viewer, { text: 'Not for Grace' });
  await createComment(user.actor, event.id, { text: 'Fixed.', parent_id: id });
  await createComment(user.actor, event.id, { text: 'Among us' });
  const { comments } = await open(secret, { viewer });
  const { name } = await db().organization.findUniqueOrThrow({ where: { id: user.actor.organizationId } });
  expect(comments?.toSorted((one) => (one.is_from_guest ? -1 : 1))).toMatchObject([
    { id, author: 'Grace', text: 'The logo is cut off.' },
    { parent_id: id, author: name, is_from_guest: false, text: 'Fixed.' },
  ]);
  expect(comments).toHaveLength(2);
});

test('a guest of recordings comments on a moment that they show, and no other', async () => {
  const startsAt = new Date('2026-05-01T19:00:00.000Z');
  const { secret } = await share({ recorded: { startsAt, endsAt: new Date('2026-05-01T20:00:00.000Z') } });
  const { viewer } = await open(secret);
  const at = '2026-05-01T19:10:00.250Z';
  expect(await said(secret, viewer, { at })).toMatchObject({ at });
  for (const moment of [undefined, '2026-05-01T18:59:59.999Z', '2026-05-01T20:00:00.001Z']) {
    expect(await say(secret, viewer, { at: moment })).toMatchObject({ status: 422 });
  }
});

test('a link says whether guests may comment, which members choose at any time', async () => {
  const { id, secret } = await share({ canComment: false });
  const { viewer, comments } = await open(secret);
  expect(comments).toBeNull();
  expect(await say(secret, viewer)).toMatchObject({
    status: 403,
    body: { error: { message: 'Guests of this link cannot comment.' } },
  });
  const choose = (can_comment: boolean) =>
    call(updateShareLink, {
      method: 'PATCH',
      token: user.token,
      params: { id },
      body: { share_link: { can_comment } },
    });
  expect(await choose(true)).toMatchObject({ body: { data: { attributes: { can_comment: true, comments: 0 } } } });
  await said(secret, viewer);
  expect(await choose(true)).toMatchObject({ body: { data: { attributes: { can_comment: true, comments: 1 } } } });
  expect(await choose(false)).toMatchObject({ body: { data: { attributes: { can_comment: false, comments: 1 } } } });
  expect((await say(secret, viewer)).status).toBe(403);
  const lines = await db().auditEntry.findMany({ where: { thingId: id, action: 'share_links.update' } });
  expect(lines).toHaveLength(2);
});

test('takes no comment with a wrong secret, the entry of another link, or one that has ended', async () => {
  const { id, secret } = await share();
  const { viewer } = await open(secret);
  const other = await open((await share()).secret);
  for (const [key, entry] of [
    ['no such link', viewer],
    [secret, other.viewer],
    [secret, 'nobody'],
  ] as const) {
    expect(await say(key, entry)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  }
  await revokeShareLink(user.actor, id);
  expect(await say(secret, viewer)).toMatchObject({ status: 410, body: { error: { code: 'gone' } } });
  expect(await db().eventComment.count({ where: { eventId: event.id } })).toBe(0);
});

test('names no camera that the link does not show', async () => {
  const { secret } = await share({ streamIds: [back.id] });
  const { viewer } = await open(secret);
  const stranger = await makeStream((await makeUser()).actor);
  for (const { id } of [front, stranger]) {
    expect(await say(secret, viewer, { stream_id: id })).toMatchObject({
      status: 404,
      body: { error: { message: 'This link does not show this camera.' } },
    });
  }
});

test('a guest whose place another one has does not comment', async () => {
  const { id, secret } = await share({ maxViewers: 1 });
  const { viewer } = await open(secret);
  await db().sharePlace.updateMany({ where: { shareLinkId: id }, data: { heldUntil: new Date(0) } });
  await open(secret);
  expect(await say(secret, viewer)).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
});

test('a guest writes at most twelve comments a minute, and a link has at most 1000', async () => {
  const { id, secret } = await share();
  const { viewer } = await open(secret);
  const answers = await Promise.all(Array.from({ length: 13 }, () => say(secret, viewer)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(12).fill(201), 429]);
  const { organizationId, id: eventId } = event;
  await db().$executeRaw`
    INSERT INTO event_comments (id, organization_id, event_id, share_link_id, author, text)
    SELECT gen_random_uuid(), ${organizationId}::uuid, ${eventId}::uuid, ${id}::uuid, 'A', 'B' FROM generate_series(1, 988)`;
  expect(await say(secret, (await open(secret)).viewer)).toMatchObject({
    status: 409,
    body: { error: { code: 'limit_reached' } },
  });
});

test('nothing of a comment is logged', async () => {
  const { secret } = await share();
  const { viewer } = await open(secret);
  const lines: string[] = [];
  const keep = (chunk: unknown) => {
    lines.push(String(chunk));
    return true;
  };
  const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  for (const spy of spies) spy.mockImplementation(keep as never);
  await said(secret, viewer, { text: 'Confidential remark' });
  await say(secret, viewer, { text: 'Confidential remark', stream_id: newId() });
  for (const spy of spies) spy.mockRestore();
  for (const hidden of ['Confidential', 'Grace', secret]) expect(lines.join('')).not.toContain(hidden);
});
