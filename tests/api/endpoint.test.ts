import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import * as unknownPath from '@/app/api/[[...path]]/route';
import * as events from '@/app/api/v1/events/route';
import { methods } from '@/lib/contracts/api/addresses';
import { AppError, type ErrorCode, statusByCode } from '@/lib/core/errors';
import { endpoint } from '@/lib/http/endpoint';
import type { Route } from '@/lib/http/route';
import { log } from '@/lib/platform/log';
import { call } from '../support/api/api';
import { makeUser } from '../support/api/factories';

const text = z.object({ text: z.string() });
const echo = endpoint({ auth: 'public', body: text, reply: text }, async ({ body }) => body);

const context = { params: Promise.resolve({}) };
const post = (init: RequestInit) =>
  echo(
    new Request('http://127.0.0.1/api/v1/echo', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...init,
    }),
    context,
  );
const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code;

describe('the body of a request', () => {
  test.each([
    ['empty', ''],
    ['cut off', '{"text":'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ])('is answered 400 when it is %s', async (_, body) => {
    const response = await post({ body });
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_json']);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', ''])(
    'is answered 415 when its type is "%s"',
    async (type) => {
      const response = await post({ body: '{"text":""}', headers: { 'content-type': type } });
      expect([response.status, await codeOf(response)]).toEqual([415, 'unsupported_media_type']);
    },
  );

  test.each(['application/json; charset=utf-8', 'application/vnd.api+json', 'APPLICATION/JSON'])(
    'may have the type "%s"',
    async (type) => {
      expect((await post({ body: '{"text":"ü"}', headers: { 'content-type': type } })).status).toBe(200);
    },
  );

  const ofBytes = (count: number) => JSON.stringify({ text: 'x'.repeat(count - JSON.stringify({ text: '' }).length) });

  test('may have 64 KiB and no more', async () => {
    expect((await post({ body: ofBytes(65_536) })).status).toBe(200);
    const response = await post({ body: ofBytes(65_537) });
    expect([response.status, await codeOf(response)]).toEqual([413, 'payload_too_large']);
  });

  test('is not read when its declared length is too large', async () => {
    let pulls = 0;
    const body = new ReadableStream({ pull: () => void pulls++ }, { highWaterMark: 0 });
    const headers = { 'content-type': 'application/json', 'content-length': '65537' };
    expect((await post({ body, headers, duplex: 'half' } as RequestInit)).status).toBe(413);
    expect(pulls).toBe(0);
  });

  test('is read only up to the limit when its length is unknown', async () => {
    let sentKib = 0;
    let cancelled = false;
    const body = new ReadableStream({
      pull: (controller) => {
        sentKib += 16;
        controller.enqueue(new Uint8Array(16 * 1024).fill(0x20));
      },
      cancel: () => {
        cancelled = true;
      },
    });
    expect((await post({ body, duplex: 'half' } as RequestInit)).status).toBe(413);
    expect(cancelled).toBe(true);
    expect(sentKib).toBeLessThanOrEqual(112);
  });
});

describe('an error', () => {
  const failing = (error: unknown) =>
    endpoint({ auth: 'public' }, async () => {
      throw error;
    });
  const shownAsIs = (Object.keys(statusByCode) as ErrorCode[]).filter((code) => statusByCode[code] !== 500);

  test.each(shownAsIs)('%s is shown with its status, sentence and details', async (code) => {
    const answer = await call(failing(new AppError(code, 'A sentence.', { details: ['One.', 'Two.'] })));
    expect(answer.status).toBe(statusByCode[code]);
    expect(answer.body).toEqual({ error: { code, message: 'A sentence.', errors: ['One.', 'Two.'] } });
  });

  test.each([
    ['of the database', new Error('connect ECONNREFUSED secret-host')],
    ['of the configuration', new AppError('invalid_configuration', 'secret-host is not set')],
    ['that is no Error', 'secret-host'],
  ])('%s is shown without detail, with the request id', async (_, error) => {
    const answer = await call(failing(error), { headers: { 'x-request-id': 'abc-123' } });
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      error: { code: 'internal', message: 'Something went wrong on our side. Try again (request abc-123).' },
    });
  });
});

describe('every answer', () => {
  test('carries an id and must not be stored', async () => {
    const { headers } = await call(events.GET);
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['abc-123_X.7', true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['two words', false],
    ['{"level":"fatal"}', false],
  ])('repeats the caller\'s id "%s": %s', async (id, isRepeated) => {
    const { headers } = await call(events.GET, { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id') === id).toBe(isRepeated);
  });

  describe('is logged', () => {
    const lines: unknown[] = [];
    beforeEach(() => {
      lines.length = 0;
      vi.spyOn(log, 'child').mockImplementation(((bindings: object) => {
        const record = (fields: object) => void lines.push({ ...bindings, ...fields });
        return { info: record, error: record };
      }) as unknown as typeof log.child);
      return () => void vi.restoreAllMocks();
    });

    test('in one line with user and request, without token and body', async () => {
      const { actor, token } = await makeUser();
      const body = { event: { name: 'A confidential name' } };
      await call(events.POST, { method: 'POST', token, body, headers: { 'x-request-id': 'r-1' } });
      expect(lines).toEqual([
        {
          requestId: 'r-1',
          method: 'POST',
          path: '/api/v1/test',
          status: 201,
          userId: actor.userId,
          durationMs: expect.any(Number),
        },
      ]);
    });

    test('with the user also when it fails', async () => {
      const { actor, token } = await makeUser();
      await call(events.POST, { method: 'POST', token, body: {} });
      expect(lines).toMatchObject([{ status: 422, userId: actor.userId }]);
    });
  });
});

describe('an address', () => {
  const nowhere: Route = unknownPath;

  test.each(methods)('that does not exist is answered 404 in JSON to %s', async (method) => {
    expect(await call(nowhere[method], { method })).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
  });

  test('is answered 405 in JSON to a method that is not allowed there', async () => {
    const answer = await call(events.DELETE, { method: 'DELETE' });
    const message = 'DELETE is not allowed here; use GET or POST.';
    expect(answer).toMatchObject({ status: 405, body: { error: { code: 'method_not_allowed', message } } });
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
  });
});
