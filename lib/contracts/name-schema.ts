import { z } from 'zod';
import { lengths } from './limits';

/** The arguments of `min` and `max` for a text of limited length. */
export const charactersAtLeast = (label: string, min: number) =>
  [min, `${label} must have at least ${min} characters.`] as const;
export const charactersAtMost = (label: string, max: number) =>
  [max, `${label} can have at most ${max.toLocaleString('en')} characters.`] as const;

/** Joiners with a visible effect: between the parts of an emoji, such as a family, and within words of some scripts. */
const joined = new RegExp(
  [
    '\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?\\u200D(?=\\p{Extended_Pictographic})',
    '\\p{Extended_Pictographic}\\uFE0F|[#*0-9]\\uFE0F(?=\\u20E3)',
    ...[
      'Arabic',
      'Bengali',
      'Devanagari',
      'Gujarati',
      'Gurmukhi',
      'Kannada',
      'Malayalam',
      'Oriya',
      'Sinhala',
      'Tamil',
      'Telugu',
    ].map((script) => `(?<=\\p{Script=${script}}\\p{M}*)[\\u200C\\u200D](?=\\p{Script=${script}})`),
  ].join('|'),
  'gu',
);
/** Zero-width characters, bidirectional controls, fillers, and the Braille blank. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u;
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * A name that a device gives to something of its own. Trimmed, of limited length, without control characters:
 * Postgres refuses NUL, and the others break lists and logs.
 * @param label the name of the field in error sentences, such as "Last name"
 */
export const deviceNameSchema = (label: string) =>
  z
    .string({ error: ({ input }) => `${label} ${input === undefined ? 'is required' : 'must be text'}.` })
    .trim()
    .max(...charactersAtMost(label, lengths.name.max))
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, `${label} can't contain control characters.`);

/** A name that a person gives or leaves empty. Invisible characters could make it look like another name. */
export const optionalNameSchema = (label: string) =>
  deviceNameSchema(label)
    .refine((name) => !unseen.test(name.replace(joined, '')), `${label} can't contain invisible characters.`)
    .refine((name) => name === '' || seen.test(name), `${label} must have a character that is seen.`);

/** A required name: {@link optionalNameSchema}, but not empty. */
export const nameSchema = (label: string) => optionalNameSchema(label).min(1, `${label} is required.`);
