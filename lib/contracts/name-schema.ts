import { z } from 'zod';

const maxLength = 120;

/**
 * The rule for a name that may be left empty: trimmed, at most 120 characters, no control characters (Postgres
 * refuses the NUL character, and the others break lists and logs).
 * @param label what the sentences of the errors call it, such as "Last name"
 */
export const optionalNameSchema = (label: string) =>
  z
    .string({ error: ({ input }) => `${label} ${input === undefined ? 'is required' : 'must be text'}.` })
    .trim()
    .max(maxLength, `${label} can have at most ${maxLength} characters.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, `${label} can't contain control characters.`);

/** The rule for every other name: {@link optionalNameSchema}, and not empty. */
export const nameSchema = (label: string) => optionalNameSchema(label).min(1, `${label} is required.`);
