import { createHash } from 'node:crypto';
import { z } from 'zod';

/*
 * The messages of obs-websocket 5, as far as tally needs them:
 * https://github.com/obsproject/obs-websocket/blob/master/docs/generated/protocol.md
 */

export const rpcVersion = 1;
/** EventSubscription: scenes, inputs (their names), transitions, scene items, and whether studio mode is on (Ui). */
export const eventSubscriptions = (1 << 2) | (1 << 3) | (1 << 4) | (1 << 7) | (1 << 10);

const helloSchema = z.object({
  op: z.literal(0),
  d: z.object({ authentication: z.object({ challenge: z.string(), salt: z.string() }).optional() }),
});
const identifiedSchema = z.object({ op: z.literal(2), d: z.unknown() });
const eventSchema = z.object({
  op: z.literal(5),
  d: z.object({ eventType: z.string(), eventData: z.record(z.string(), z.unknown()).default({}) }),
});
const responseSchema = z.object({
  op: z.literal(7),
  d: z.object({
    requestId: z.string(),
    requestStatus: z.object({ result: z.boolean(), code: z.number(), comment: z.string().optional() }),
    responseData: z.record(z.string(), z.unknown()).nullish(),
  }),
});

export const obsMessageSchema = z.discriminatedUnion('op', [
  helloSchema,
  identifiedSchema,
  eventSchema,
  responseSchema,
]);
export type ObsMessage = z.infer<typeof obsMessageSchema>;

/** Answers a challenge with a password: base64 of SHA-256 twice. */
export function answerToChallenge(password: string, { challenge, salt }: { challenge: string; salt: string }): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64');
  return hash(hash(password + salt) + challenge);
}

export const sceneListSchema = z.object({
  currentProgramSceneName: z.string().nullable(),
  /** Null unless studio mode is on. */
  currentPreviewSceneName: z.string().nullable(),
  scenes: z.array(z.object({ sceneName: z.string(), sceneIndex: z.number() })),
});

export const sceneItemsSchema = z.object({
  sceneItems: z.array(
    z.object({ sourceName: z.string(), sceneItemEnabled: z.boolean(), isGroup: z.boolean().nullish() }),
  ),
});
export type SceneItem = z.infer<typeof sceneItemsSchema>['sceneItems'][number];

export const inputListSchema = z.object({ inputs: z.array(z.object({ inputName: z.string() })) });
export const inputSettingsSchema = z.object({ inputSettings: z.record(z.string(), z.unknown()) });
