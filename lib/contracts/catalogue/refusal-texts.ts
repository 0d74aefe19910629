import { z } from 'zod';
import { type SourceRefusal, sourceKindNames, sourceKinds } from '../source-kinds';
import { entry } from './entry';

const who = { encoder: 'An encoder', viewer: 'A viewer' };

/** The end of the sentence, by the refusal. */
const endings = {
  ...(Object.fromEntries(
    sourceKindNames.map((kind) => [sourceKinds[kind].refused.refusal, sourceKinds[kind].refused.told]),
  ) as Record<SourceRefusal, string>),
  off: 'tried to connect while the camera was off.',
  old_key: 'with the old key was refused.',
  mistyped_key: 'with a cut-off or mistyped key was refused.',
  camera_id: 'with the camera ID was refused: that is for the API. Copy the address from the connection details.',
  view_key:
    'with the view key was refused: that key only opens the view address. Copy the ingest address from the connection details.',
  stream_key:
    'with the stream key was refused at the view port. An encoder needs the ingest address; a player connects once the camera sends.',
  wrong_mode: 'was refused because its stream ID asks for the other direction.',
  busy: 'was refused because another one is live.',
  bonded: 'was refused because it uses SRT connection bonding, which does not work here. SRTLA does.',
  flood: 'was disconnected because it sent more than this server takes.',
  overload: 'was refused because too many were connecting at once.',
  wrong_passphrase: 'with the wrong passphrase was refused.',
  no_passphrase: 'without the passphrase was refused.',
  unexpected_passphrase: 'with a passphrase was refused, because this camera has none.',
  packet_filter: 'was refused because its SRT packet filter has settings that do not work.',
  not_ready: 'was refused because the camera was not ready yet.',
};

/** A refusal that the stream's history tells. */
export type ToldRefusal = keyof typeof endings;

const refusals = Object.keys(endings) as ToldRefusal[];
const isAmong: ReadonlySet<string> = new Set(refusals);

/** Whether the stream's history tells a refusal. */
export const isToldRefusal = (refusal: string): refusal is ToldRefusal => isAmong.has(refusal);

/** A caller was refused. */
export const refusalTexts = {
  caller_refused: entry(
    { caller: z.enum(['encoder', 'viewer']), refusal: z.enum(refusals) },
    ({ caller, refusal }) => `${who[caller]} ${endings[refusal]}`,
  ),
};
