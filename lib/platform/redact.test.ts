import { PassThrough } from 'node:stream';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { redact } from './redact';

const secret = 'never-to-be-seen';

/** The output of a logger with the product's redaction. */
function write(fields: object): string {
  const lines: string[] = [];
  const output = new PassThrough().on('data', (chunk) => lines.push(String(chunk)));
  pino({ base: null, hooks: { streamWrite: redact } }, output).info(fields, 'a line');
  return lines.join('');
}

describe('a secret by the name of its field', () => {
  test.each([
    'token',
    'gatewayToken',
    'workerToken',
    'password',
    'passphrase',
    'streamKey',
    'stream_key',
    'viewKey',
    'view_key',
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'authSecret',
    'LIVEKIT_API_SECRET',
    'AUTH_SECRET_FORMER',
  ])('%s, at any depth', (name) => {
    const line = write({ [name]: secret, a: { b: { c: [{ [name]: `"${secret}\\` }] } }, id: 'kept' });
    expect(line).not.toContain(secret);
    expect(JSON.parse(line)).toMatchObject({ [name]: '[redacted]', id: 'kept' });
  });

  test('redacts a list of values', () => {
    expect(JSON.parse(write({ 'set-cookie': [secret, secret] }))).toMatchObject({ 'set-cookie': '[redacted]' });
  });

  test('keeps fields that only sound alike', () => {
    const fields = { hasPassphrase: true, tokens: 3, keyframes: 'many', streamId: 'id', secrets: 'three were made' };
    expect(JSON.parse(write(fields))).toMatchObject(fields);
  });
});

describe('a secret inside a text', () => {
  test.each([
    ['an address of Postgres', `connect postgresql://sightline:${secret}@127.0.0.1:5432/sightline failed`],
    ['a password with an @', `postgresql://sightline:${secret}@${secret}@db/sightline`],
    ['an address of Redis without a user', `redis://:${secret}@127.0.0.1:6379`],
    ['an SRT address', `srt://host:20000?mode=caller&streamid=${secret}&passphrase=${secret}`],
    ['a cable address', `GET /cable?token=${secret} HTTP/1.1`],
    ['a header', `authorization: Bearer ${secret}`],
    ['an API token', `GET /events by sl_and-${secret}-in-base64url failed`],
    ['a token of LiveKit', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJuZXZlci10by1iZS1zZWVuIn0.never-to-be-seen'],
    ['an encrypted token', `eyJhbGciOiJkaXIifQ..${secret}.${secret}.${secret}`],
  ])('%s', (_name, text) => {
    const line = write({ err: new Error(text), text });
    expect(line).not.toContain(secret);
    expect(line).not.toContain('eyJzdWI');
    expect(JSON.parse(line)).toHaveProperty('msg', 'a line');
  });

  test('keeps addresses without a password', () => {
    const text = 'gateway http://127.0.0.1:41234/workers/worker-1, srt://[::1]:20000, 2026-11-22T05:00:00.000Z a@b.c';
    expect(JSON.parse(write({ text }))).toMatchObject({ text });
  });
});
