import { z } from 'zod';
import { checkNames } from './check-names';

/** The result of a check of the installation. */
export const checkResultSchema = z.object({
  check: z.enum(checkNames),
  level: z
    .enum(['ok', 'warning', 'problem'])
    .describe('problem: something does not work; warning: it works, and may fail under load or for some people.'),
  text: z.string().describe('What was found, in one sentence.'),
  fix: z.string().nullable().describe('What to do about it, in one sentence; null where nothing is to be done.'),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

/** The credentials with which a browser probes its own path to LiveKit. */
export const probeSchema = z.object({
  url: z.string(),
  token: z.string().describe('Joins the room, to see what comes.'),
  source_token: z.string().describe('Joins the same room, to send a picture there.'),
});
export type Probe = z.infer<typeof probeSchema>;
