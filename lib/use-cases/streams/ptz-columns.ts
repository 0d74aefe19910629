import { type PtzControl, type PtzControlInput, storedPtzSchema } from '@/lib/contracts/ptz';
import { ptzLogins } from '@/lib/platform/db/sealed-columns';
import { Prisma, type Stream } from '@/prisma/generated/client';

type Before = Pick<Stream, 'id' | 'ptz' | 'ptzLogin'>;

const isSamePlace = (one: PtzControl, other: PtzControl): boolean =>
  one.protocol === other.protocol && one.host === other.host && one.port === other.port;

/** Whether a PTZ control is another one, or lets the server in otherwise. */
export function changesPtz({ ptz }: Pick<Before, 'ptz'>, input: PtzControlInput | null): boolean {
  const before = storedPtzSchema.parse(ptz);
  if (!before || !input) return before !== input;
  return !isSamePlace(before, input) || input.login !== undefined;
}

/** The columns of a stream's PTZ control. A login goes with its address, so that nobody sends it elsewhere. */
export function ptzColumns(
  { id, ptz, ptzLogin }: Before,
  input: PtzControlInput | null | undefined,
): Pick<Prisma.StreamUpdateInput, 'ptz' | 'ptzLogin'> {
  if (input === undefined) return {};
  if (input === null) return { ptz: Prisma.DbNull, ptzLogin: null };
  const { login, protocol, host, port } = input;
  const before = storedPtzSchema.parse(ptz);
  const kept = before && isSamePlace(before, input) ? ptzLogin : null;
  const given = login && protocol === 'onvif' ? ptzLogins.seal(id, login) : null;
  return {
    ptz: { protocol, host, port, presets: before?.presets ?? [] },
    ptzLogin: login === undefined ? kept : given,
  };
}
