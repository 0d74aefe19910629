import { z } from 'zod';
import { type SealedJson, sealedJson } from '../sealed-json';

/** Where a camera is pulled from: `streams.pull_target`, and `pull_tries.target` before it is a camera's. */
export const pullTargets = sealedJson(
  'sightline pull target',
  z.object({
    /** The whole address, with what lets the server in. */
    address: z.string(),
    /** Whether it was set for the organization that runs this server. */
    isOperators: z.boolean(),
  }),
);

/** The key and passphrase of a destination: `destinations.secrets`. */
export const destinationSecrets = sealedJson(
  'sightline destination',
  z.object({ key: z.string().nullable(), passphrase: z.string().nullable(), isOperators: z.boolean() }),
);

/** The user name and password for a PTZ camera: `streams.ptz_login`. */
export const ptzLogins = sealedJson('sightline ptz login', z.object({ username: z.string(), password: z.string() }));

/** Answers to calls with an Idempotency-Key: `kept_answers.body`. */
export const keptBodies = sealedJson('sightline kept answer', z.string());

/** The key by which push services know this installation: `push_keys.private_key`. */
export const pushPrivateKeys = sealedJson('sightline push', z.string());
/** The table has one row, without an id. */
export const pushKeyPlace = 'vapid';

interface SealedColumn {
  table: string;
  column: string;
  values: Pick<SealedJson<unknown>, 'reseal'>;
  /** Missing: each row's id. */
  place?: string;
}

/** All sealed columns: a rotation of secrets encrypts each one anew. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'streams', column: 'pull_target', values: pullTargets },
  { table: 'streams', column: 'ptz_login', values: ptzLogins },
  { table: 'pull_tries', column: 'target', values: pullTargets },
  { table: 'destinations', column: 'secrets', values: destinationSecrets },
  { table: 'kept_answers', column: 'body', values: keptBodies },
  { table: 'push_keys', column: 'private_key', values: pushPrivateKeys, place: pushKeyPlace },
];
