import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { openText, sealText } from '@/lib/core/sealed-text';
import { db } from '@/lib/platform/db/db';
import { resealSecrets } from '@/lib/platform/db/reseal-secrets';
import {
  destinationSecrets,
  keptBodies,
  ptzLogins,
  pullTargets,
  pushPrivateKeys,
  sealedColumns,
} from '@/lib/platform/db/sealed-columns';
import { readPushKeys } from '@/lib/use-cases/push/push-keys';
import { createDestination } from '@/lib/use-cases/streams/destinations/destinations';
import { readSources } from '../architecture/source-graph';
import { makeStream, makeUser } from '../support/api/factories';

const former = 'the secret of LiveKit from before a rotation';
Object.assign(process.env, { LIVEKIT_API_KEY_FORMER: 'former', LIVEKIT_API_SECRET_FORMER: former });

const pullTarget = { address: 'srt://cam.example.com:9000', isOperators: false };
const destination = { key: 'key', passphrase: null, isOperators: false };

/** For each sealed column: a row sealed by the former secret, and how to read it. */
const plants: Record<string, () => Promise<Planted>> = {
  'streams.pull_target': async () => {
    const { id } = await makeStream((await makeUser()).actor);
    const sealed = sealByFormer('sightline pull target', id, pullTarget);
    await db().stream.update({ where: { id }, data: { pullTarget: sealed.text } });
    const read = async () => (await db().stream.findUniqueOrThrow({ where: { id } })).pullTarget;
    return { ...sealed, read, open: (text) => pullTargets.open(id, text), value: pullTarget };
  },
  'streams.ptz_login': async () => {
    const { id } = await makeStream((await makeUser()).actor);
    const value = { username: 'director', password: 'password' };
    const sealed = sealByFormer('sightline ptz login', id, value);
    await db().stream.update({ where: { id }, data: { ptzLogin: sealed.text } });
    const read = async () => (await db().stream.findUniqueOrThrow({ where: { id } })).ptzLogin;
    return { ...sealed, read, open: (text) => ptzLogins.open(id, text), value };
  },
  'pull_tries.target': async () => {
    const { organizationId } = (await makeUser()).actor;
    const id = newId();
    const sealed = sealByFormer('sightline pull target', id, pullTarget);
    await db().pullTry.create({ data: { organizationId, id, target: sealed.text } });
    const read = async () => (await db().pullTry.findUniqueOrThrow({ where: { id } })).target;
    return { ...sealed, read, open: (text) => pullTargets.open(id, text), value: pullTarget };
  },
  'destinations.secrets': async () => {
    const { actor } = await makeUser();
    const { id: streamId } = await makeStream(actor);
    const { id } = await createDestination(actor, streamId, { kind: 'youtube', key: 'key', is_on: false });
    const sealed = sealByFormer('sightline destination', id, destination);
    await db().destination.update({ where: { id }, data: { secrets: sealed.text } });
    const read = async () => (await db().destination.findUniqueOrThrow({ where: { id } })).secrets;
    return { ...sealed, read, open: (text) => destinationSecrets.open(id, text), value: destination };
  },
  'kept_answers.body': async () => {
    const { organizationId } = (await makeUser()).actor;
    const id = newId();
    const sealed = sealByFormer('sightline kept answer', id, 'an answer');
    const data = { organizationId, id, actorId: newId(), keyHash: id, callHash: 'call', rights: 'rights' };
    await db().keptAnswer.create({ data: { ...data, status: 201, body: sealed.text } });
    const read = async () => (await db().keptAnswer.findUniqueOrThrow({ where: { id } })).body;
    return { ...sealed, read, open: (text) => keptBodies.open(id, text), value: 'an answer' };
  },
  'push_keys.private_key': async () => {
    const { privateKey } = await readPushKeys();
    const sealed = sealByFormer('sightline push', 'vapid', privateKey);
    await db().pushKey.updateMany({ data: { privateKey: sealed.text } });
    const read = async () => (await db().pushKey.findFirstOrThrow()).privateKey;
    return { ...sealed, read, open: (text) => pushPrivateKeys.open('vapid', text), value: privateKey };
  },
};

interface Planted {
  text: string;
  opensByFormer: (text: string) => boolean;
  read: () => Promise<string | null>;
  open: (text: string) => unknown;
  value: unknown;
}

function sealByFormer(purpose: string, place: string, value: unknown) {
  const seal = { secret: former, purpose, place };
  return {
    text: sealText(JSON.stringify(value), seal),
    opensByFormer: (text: string) => openText(text, seal) !== null,
  };
}

const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;

test.each(sealedColumns.map(nameOf))(
  '%s is read by the former secret, and sealed anew by the present one',
  async (name) => {
    const plant = plants[name];
    if (!plant) throw new Error(`${name} has no row here`);
    const { text, opensByFormer, read, open, value } = await plant();
    expect(open(text)).toEqual(value);
    await resealSecrets();
    const after = (await read()) ?? '';
    expect(open(after)).toEqual(value);
    expect(opensByFormer(after)).toBe(false);
    await resealSecrets();
    expect(await read()).toBe(after);
  },
);

test('every column that the schema calls encrypted is one of them', () => {
  const encrypted = readFileSync('prisma/schema.prisma', 'utf8')
    .split(/^(?=model )/m)
    .flatMap((model) => {
      const table = /@@map\("(\w+)"\)/.exec(model)?.[1] ?? '';
      const fields = [...model.matchAll(/\/\/\/[^\n]*\bencrypted\b[^\n]*\n(?:\s*\/\/\/[^\n]*\n)*\s*(\w+)([^\n]*)/gi)];
      return fields.map(([, field, rest = '']) => `${table}.${/@map\("(\w+)"\)/.exec(rest)?.[1] ?? field}`);
    });
  expect(encrypted.sort()).toEqual(sealedColumns.map(nameOf).sort());
});

test('nothing else seals: each kind of secret is declared beside the list', () => {
  const callersOf = (name: string) =>
    readSources()
      .filter(({ path, text }) => !/^tests\/|\.test\.ts$/.test(path) && new RegExp(`\\b${name}\\(`).test(text))
      .map(({ path }) => path)
      .sort();
  expect(callersOf('sealText')).toEqual(['lib/core/sealed-text.ts', 'lib/platform/sealed-json.ts']);
  expect(callersOf('sealedJson')).toEqual(['lib/platform/db/sealed-columns.ts']);
  const kinds = readFileSync('lib/platform/db/sealed-columns.ts', 'utf8').match(/= sealedJson\(/g) ?? [];
  expect(kinds).toHaveLength(new Set(sealedColumns.map(({ values }) => values)).size);
});
