import { z } from 'zod';
import { type Finding, findingSchema } from '../streams';
import { problemWords } from './catalogue';
import { codedTextSchema } from './coded-text';

const { code, severity, since } = findingSchema.shape;
const { figures } = codedTextSchema.shape;

/** A problem that the diagnosis finds, for as long as it lasts. */
export type FoundProblem = Pick<Finding, 'code' | 'severity' | 'since'> &
  Pick<z.infer<typeof codedTextSchema>, 'figures'>;

/** The problems of a stream's row. One that the version before wrote has no figures. */
export const storedProblemsSchema: z.ZodType<FoundProblem[]> = z
  .object({ code, severity, since, figures: figures.default({}) })
  .array()
  .catch([]);

/**
 * A problem as its stream's row holds it: with its words. They are for the database's triggers, which send them to
 * webhooks, and for programs that do not know its code, such as those of the version before.
 */
export const storedFinding = (found: FoundProblem): FoundProblem & Partial<Finding> => ({
  ...found,
  ...problemWords(found),
});

const storedFindingsSchema = findingSchema
  .partial({ sentence: true, fix: true, settings: true })
  .extend({ figures: figures.optional() })
  .array();

/**
 * The findings of a stream's row in the words of this version's catalogue. Where it has none for a code and its figures,
 * a finding keeps the words that it was stored with.
 */
export const readFindings = (stored: unknown): Finding[] =>
  storedFindingsSchema.parse(stored).map(({ code, figures, severity, since, ...written }) => {
    const words = figures ? problemWords({ code, figures }) : null;
    const { sentence, fix, settings = null } = words ?? written;
    return {
      code,
      severity,
      sentence: sentence ?? `A newer version has found the problem “${code}”.`,
      fix: fix ?? 'Upgrade this program to that version to read what to do.',
      settings,
      since,
    };
  });
