import { z } from 'zod';
import { type Finding, findingSchema } from '../streams';
import { problemWords } from './catalogue';
import { codedTextSchema } from './coded-text';

const { code, severity, since } = findingSchema.shape;
const { figures } = codedTextSchema.shape;

/** A problem that the diagnosis finds, for as long as it lasts. */
export type FoundProblem = Pick<Finding, 'code' | 'severity' | 'since'> &
  Pick<z.infer<typeof codedTextSchema>, 'figures'>;

/** The problems of a stream's row. Those written by the previous version have no figures. */
export const storedProblemsSchema: z.ZodType<FoundProblem[]> = z
  .object({ code, severity, since, figures: figures.default({}) })
  .array()
  .catch([]);

/**
 * A problem with its words, as the stream's row holds it. Database triggers send the words to webhooks. Programs that
 * do not know the code, such as those of the previous version, show them.
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
 * The findings of a stream's row in the words of this version's catalogue. A finding keeps its stored words if the
 * catalogue has none for its code and figures.
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
