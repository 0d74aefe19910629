import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SmtpInbox } from '../support/mail/smtp-inbox';
import { createOwnDatabase, type OwnDatabase } from '../support/product/own-database';
import { launchProgram } from '../support/product/program';
import { startWebProgram } from '../support/product/web-program';
import { livekitSettings } from '../support/servers/livekit-settings';

let database: OwnDatabase;
let empty: OwnDatabase;

beforeAll(async () => {
  [database, empty] = [await createOwnDatabase(), await createOwnDatabase('template0')];
});
afterAll(() => Promise.all([database.drop(), empty.drop()]));

async function runDoctor(changes: Record<string, string> = {}) {
  const env = Object.assign({ DATABASE_URL: database.url }, livekitSettings(), changes);
  const program = launchProgram('doctor', env);
  return { exitCode: await program.exitCode, output: program.output() };
}

test('says what is well and what is not, each with its fix, and ends with exit code 1 where something does not work', async () => {
  const { exitCode, output } = await runDoctor();
  expect(output).toMatch(/^[✓!] Postgres \d+\.\d+ (answers\.|takes)/m);
  expect(output).toMatch(/^✓ All \d+ migrations are applied\.$/m);
  expect(output).toMatch(/^✓ LiveKit answers at .* and accepts our key\.$/m);
  expect(output).toMatch(/^[✓!] A live message comes through Postgres in \d+ ms\.$/m);
  expect(output).toMatch(/^✓ LiveKit answers an encoder by WHIP in \d+ ms\.$/m);
  // LiveKit of the tests has no TCP port.
  expect(output).toMatch(/^! LiveKit takes no media by TCP, .*\n {2}→ Set rtc\.tcp_port/m);
  expect(output).toContain('✗ No gateway runs, so no camera can start.\n  → Start the program gateway');
  expect(output).not.toContain(livekitSettings().LIVEKIT_API_SECRET);
  expect(exitCode).toBe(1);
});

test.each([
  [
    'a wrong secret',
    { LIVEKIT_API_SECRET: 'x'.repeat(40) },
    /^✗ LiveKit at .* refuses our key\.\n {2}→ Set LIVEKIT_API_KEY/m,
  ],
  [
    'no LiveKit',
    { LIVEKIT_URL: 'ws://127.0.0.1:2' },
    /^✗ No LiveKit answers at ws:\/\/127\.0\.0\.1:2: .*ECONNREFUSED.*\n {2}→ Start LiveKit/m,
  ],
  [
    'a misspelled setting',
    { PUBLIC_ULR: 'https://shows.example.com' },
    /^! PUBLIC_ULR is no setting; PUBLIC_URL may be meant\.\n {2}→ Correct or remove it/m,
  ],
  [
    'a setting without the one that it needs',
    { MAIL_FROM: 'shows@example.com' },
    /^! MAIL_FROM has no effect without SMTP_URL\.\n/m,
  ],
  [
    'an operator that is no organization',
    { OPERATOR_ORGANIZATION: '01890000-0000-7000-8000-000000000000' },
    /^✗ OPERATOR_ORGANIZATION names no organization here \(01890000-.*\), .*\n {2}→ Set it to the id of yours once/m,
  ],
  [
    'no mail server',
    { SMTP_URL: 'smtp://ada:hidden@127.0.0.1:1' },
    /^✗ The mail server takes no e-mail from here: .*ECONNREFUSED.*\n {2}→ Correct SMTP_URL/m,
  ],
  [
    'no identity provider',
    { OIDC_ISSUER: 'http://127.0.0.1:2/realms/shows' },
    /^✗ The identity provider http:\/\/127\.0\.0\.1:2\/realms\/shows cannot be used: .*ECONNREFUSED/m,
  ],
  [
    'nothing at PUBLIC_URL',
    { PUBLIC_URL: 'http://127.0.0.1:2' },
    /^✗ There is no sign-in page at http:\/\/127\.0\.0\.1:2: .*ECONNREFUSED/m,
  ],
  [
    'no Redis',
    { REDIS_URL: 'redis://:hidden@127.0.0.1:1' },
    /^✗ No live message comes through Redis: .*ECONNREFUSED.*\n {2}→ Start Redis/m,
  ],
  [
    'no S3 server',
    {
      RECORDINGS_S3_BUCKET: 'recordings',
      RECORDINGS_S3_ENDPOINT: 'http://127.0.0.1:2',
      RECORDINGS_S3_ACCESS_KEY_ID: 'key',
      RECORDINGS_S3_SECRET_ACCESS_KEY: 'secret',
    },
    /^✗ The bucket of the recordings does not answer\.\n {2}→ Start the S3 server/m,
  ],
  ['no Postgres', { DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' }, /^✗ No Postgres answers at 127\.0\.0\.1:1/m],
])('%s', async (_, changes, pattern) => {
  const { exitCode, output } = await runDoctor(changes);
  expect(output).toMatch(pattern);
  expect(output).not.toContain('hidden');
  expect(exitCode).toBe(1);
});

test('a mail server and a web program that work are tried for real', async () => {
  const inbox = await SmtpInbox.start();
  const web = await startWebProgram();
  const { output } = await runDoctor({ SMTP_URL: inbox.url, PUBLIC_URL: web.baseUrl });
  await Promise.all([inbox.stop(), web.stop()]);
  expect(output).toMatch(/^✓ The mail server lets this server sign in\.$/m);
  expect(output).toContain(`✓ Pages, live messages, room tokens and WHIP get through ${web.baseUrl}.`);
  expect(inbox.mails).toEqual([]);
});

test('a proxy that changes the host is named, with what to set', async () => {
  const web = await startWebProgram();
  const proxy = createServer((request, response) => {
    const headers = Object.assign({}, request.headers, { host: 'backend', 'x-forwarded-host': request.headers.host });
    const { method, url } = request;
    const onward = httpRequest(new URL(url ?? '/', web.baseUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const { output } = await runDoctor({ PUBLIC_URL: `http://127.0.0.1:${port}` });
  proxy.close();
  await web.stop();
  expect(output).toMatch(
    /^✗ The web program believes to be reached at backend, .*\n {2}→ .*X-Forwarded-Host, and set TRUSTED/m,
  );
});

test('a mail server that refuses the password says so', async () => {
  const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, done) => done(new Error('Wrong password, Ada'));
  const inbox = await SmtpInbox.start({ onAuth });
  const { output } = await runDoctor({ SMTP_URL: `${inbox.url.replace('//', '//ada:hidden@')}?requireTLS=false` });
  await inbox.stop();
  expect(output).toMatch(/^✗ The mail server takes no e-mail from here: .*Wrong password, Ada/m);
  expect(output).not.toContain('hidden');
});

test('looks at the space and the speed of the recordings’ disk', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-recordings-'));
  const { output } = await runDoctor({ RECORDINGS_DIR: directory });
  expect(output).toMatch(/^[✓!✗] The recordings’ disk has \d+ % left, [\d.]+ GB\./m);
  expect(output).toMatch(/^[✓!] The recordings’ disk writes \d+ MB a second\.$/m);
  expect(await readdir(directory)).toEqual([]);
  await rm(directory, { recursive: true });
  await writeFile(directory, '');
  const refused = await runDoctor({ RECORDINGS_DIR: path.join(directory, 'below') });
  await rm(directory);
  expect(refused.output).toMatch(/^✗ Nothing can be written into .* \(ENOTDIR\)\.\n {2}→ Have the user/m);
});

test('a database without our tables', async () => {
  const { output } = await runDoctor({ DATABASE_URL: empty.url });
  expect(output).toMatch(/^✗ The database lacks (\d+) of \1 migrations\.\n {2}→ Run the program migrate/m);
});
