import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';

/*
 * Fills a running Sightline with demo data, through the API like any other client: a user with an organization, an
 * event and four cameras. The password is made anew and shown once, unless SEED_PASSWORD has one; run again with that, it
 * only adds what is missing.
 */

if (existsSync('.env')) process.loadEnvFile('.env');

const baseUrl = `http://localhost:${process.env.PORT || 3000}`;
const givenPassword = process.env.SEED_PASSWORD || null;
const password = givenPassword ?? randomBytes(12).toString('base64url');
const user = { email: 'demo@example.com', password, first_name: 'Demo', last_name: 'User' };
const organization = { name: 'Demo Church' };
const eventName = 'Sunday Service';
const cameraNames = ['Pulpit', 'Choir', 'Congregation', 'Organ'];

async function seed() {
  const signUp = await call('POST', '/auth/signup', { organization, user });
  if (!signUp.ok && signUp.code !== 'conflict') throw new Error(signUp.message);
  if (!signUp.ok && !givenPassword) {
    throw new Error(`${user.email} is there already; set SEED_PASSWORD to its password to add what is missing.`);
  }
  // At once, for a later step may fail, and it is kept nowhere else.
  if (!givenPassword) console.log(`The password of ${user.email} is ${password}.`);
  const signIn = await call('POST', '/auth/login', { user: { email: user.email, password } });
  if (!signIn.ok) throw new Error(signIn.message);
  const { token } = signIn.body.data;

  const events = await must('GET', '/events', undefined, token);
  const existing = events.data.find(({ attributes }) => attributes.name === eventName);
  const event = existing ?? (await must('POST', '/events', { event: { name: eventName } }, token)).data;
  const streams = await must('GET', `/streams?event_id=${event.id}`, undefined, token);
  const present = new Set(streams.data.map(({ attributes }) => attributes.name));
  for (const name of cameraNames.filter((camera) => !present.has(camera))) {
    await must('POST', '/streams', { stream: { name, event_id: event.id, protocol: 'srt' } }, token);
  }
  console.log(`Sign in at ${baseUrl}/login as ${user.email}.`);
}

async function must(method, path, body, token) {
  const answer = await call(method, path, body, token);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.message}`);
  return answer.body;
}

async function call(method, path, body, token) {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error(`Sightline does not answer at ${baseUrl}; start it with \`npm start\`, or set PORT.`);
  });
  const text = await response.text();
  const parsed = text ? JSON.parse(text) : null;
  return {
    ok: response.ok,
    body: parsed,
    code: parsed?.error?.code,
    message: parsed?.error?.message ?? `status ${response.status}`,
  };
}

try {
  await seed();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
