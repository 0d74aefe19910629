import { z } from 'zod';

export const maxNameLength = 120;

/**
 * A name that may be empty: trimmed, at most 120 characters, no control characters (Postgres refuses NUL, and the
 * others break lists and logs).
 * @param label the name of the field in error sentences, such as "Last name"
 */
export const optionalNameSchema = (label: string) =>
  z
    .string({ error: ({ input }) => `${label} ${input === undefined ? 'is required' : 'must be text'}.` })
    .trim()
    .max(maxNameLength, `${label} can have at most ${maxNameLength} characters.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, `${label} can't contain control characters.`);

/** Every other name: like {@link optionalNameSchema}, but not empty. */
export const nameSchema = (label: string) => optionalNameSchema(label).min(1, `${label} is required.`);
