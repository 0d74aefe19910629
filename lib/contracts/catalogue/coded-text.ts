import { z } from 'zod';

/** Something to tell the user, not in words yet: a code of the catalogue, and the figures of its text. */
export const codedTextSchema = z.object({ code: z.string(), figures: z.record(z.string(), z.json()) });
export type CodedText = z.infer<typeof codedTextSchema>;
