import { beforeEach, expect, test } from 'vitest';
import { DELETE as deleteComment, PATCH as updateComment } from '@/app/api/v1/comments/[id]/route';
import { POST as createComment, GET as listComments } from '@/app/api/v1/events/[id]/comments/route';
import type { CommentJson } from '@/lib/contracts/comments';
import { db } from '@/lib/platform/db/db';
import { deleteEvent } from '@/lib/use-cases/events/delete-event';
import type { Event } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let event: Event;

beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor, 'Cup final');
}, 30_000);

const write = (comment: object) =>
  call(createComment, { method: 'POST', token: user.token, params: { id: event.id }, body: { comment } });
const written = async (comment: object): Promise<CommentJson> => {
  const { status, body } = await write(comment);
  expect(status).toBe(201);
  return (body as { data: CommentJson }).data;
};
const list = async (): Promise<CommentJson[]> => {
  const { body } = await call(listComments, { token: user.token, params: { id: event.id } });
  return (body as { data: CommentJson[] }).data;
};
const change = (id: string, comment: object) =>
  call(updateComment, { method: 'PATCH', token: user.token, params: { id }, body: { comment } });
const remove = (id: string) => call(deleteComment, { method: 'DELETE', token: user.token, params: { id } });

const at = '2026-05-01T19:10:00.250Z';

test('a comment has its author, its lines, its moment and its camera, and is listed by its moment', async () => {
  const stream = await makeStream(user.actor, { eventId: event.id });
  const { attributes } = await written({ text: ' Too loud.\r\nTwice. ', at, stream_id: stream.id });
  const { first_name, last_name } = await db()
    .user.findUniqueOrThrow({ where: { id: user.actor.userId } })
    .then(({ firstName, lastName }) => ({ first_name: firstName, last_name: lastName }));
  expect(attributes).toMatchObject({
    event_id: event.id,
    stream_id: stream.id,
    parent_id: null,
    at,
    author: [first_name, last_name].filter(Boolean).join(' '),
    is_from_guest: false,
    text: 'Too loud.\nTwice.',
    is_done: false,
  });
  await written({ text: 'Kick-off', at: '2026-05-01T21:00:00+02:00' });
  expect((await list()).map(({ attributes: { text } }) => text)).toEqual(['Kick-off', 'Too loud.\nTwice.']);
});

test('an answer has the moment and the camera of its comment, and goes with it', async () => {
  const { id } = await written({ text: 'Which logo?', at });
  const answer = await written({ text: 'The left one.', parent_id: id });
  expect(answer.attributes).toMatchObject({ parent_id: id, at, stream_id: null });
  expect((await written({ text: 'Thank you.', parent_id: answer.id })).attributes.parent_id).toBe(id);
  expect((await remove(id)).status).toBe(204);
  expect(await list()).toEqual([]);
});

test('a comment is done, open again, and deleted once; the audit trail has who, and never the text', async () => {
  const { id } = await written({ text: 'Too loud' });
  expect(await change(id, { is_done: true })).toMatchObject({ body: { data: { attributes: { is_done: true } } } });
  expect(await change(id, { is_done: false })).toMatchObject({ body: { data: { attributes: { is_done: false } } } });
  expect((await remove(id)).status).toBe(204);
  expect(await remove(id)).toMatchObject({ status: 404, body: { error: { message: 'This comment does not exist.' } } });
  expect((await change(id, { is_done: true })).status).toBe(404);
  const lines = await db().auditEntry.findMany({ where: { thingId: event.id }, orderBy: { occurredAt: 'asc' } });
  expect(lines.map(({ action }) => action)).toEqual([
    'events.create',
    'comments.create',
    'comments.update',
    'comments.update',
    'comments.delete',
  ]);
  expect(JSON.stringify(lines)).not.toContain('Too loud');
});

test('comments go with their event, and stay without their camera', async () => {
  const stream = await makeStream(user.actor, { eventId: event.id });
  await written({ text: 'Soft', stream_id: stream.id });
  await db().stream.delete({ where: { id: stream.id } });
  expect((await list())[0]?.attributes.stream_id).toBeNull();
  await deleteEvent(user.actor, event.id);
  expect(await db().eventComment.count({ where: { eventId: event.id } })).toBe(0);
});

test('an event has at most 5000 comments', async () => {
  const { organizationId, id } = event;
  await db().$executeRaw`
    INSERT INTO event_comments (id, organization_id, event_id, author, text)
    SELECT gen_random_uuid(), ${organizationId}::uuid, ${id}::uuid, 'A', 'B' FROM generate_series(1, 5000)`;
  expect(await write({ text: 'One more' })).toMatchObject({ status: 409, body: { error: { code: 'limit_reached' } } });
});

const family = '👩‍👩‍👧‍👦';

test('an emoji of many parts is one of 500 characters', async () => {
  expect((await written({ text: family.repeat(300) })).attributes.text).toHaveLength(family.length * 300);
});

test.each([
  ['no text', { text: ' \n ' }, 'comment.text', 'A comment needs a text.'],
  ['501 characters', { text: 'ä'.repeat(501) }, 'comment.text', 'A comment can have at most 500 characters.'],
  [
    'a tower of accents',
    { text: `a${'\u0301'.repeat(9_000)}` },
    'comment.text',
    'A comment can have at most 500 characters.',
  ],
  ['control characters', { text: 'a\u001b[31mb' }, 'comment.text', "A comment can't contain control characters."],
  ['nothing to see', { text: '\u200b' }, 'comment.text', 'A comment must have a character that is seen.'],
  [
    'a time that is none',
    { text: 'a', at: 'noon' },
    'comment.at',
    'at must be a time such as 2026-05-01T19:00:00.250Z.',
  ],
])('refuses %s', async (_, comment, field, sentence) => {
  expect(await write(comment)).toMatchObject({ status: 422, body: { error: { errors: { [field]: [sentence] } } } });
  expect(await list()).toEqual([]);
});

test('refuses a camera and a comment of another event', async () => {
  const other = await makeStream(user.actor);
  expect((await write({ text: 'Soft', stream_id: other.id })).status).toBe(404);
  const { id } = await written({ text: 'Here' });
  event = await makeEvent(user.actor, 'Another');
  expect((await write({ text: 'There', parent_id: id })).status).toBe(404);
});
