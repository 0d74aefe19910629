import { z } from 'zod';
import type { CodedText } from './coded-text';

/** Puts a text inside of another one into words. */
export type Say = (inner: CodedText) => string;

/** The catalogue's words for one code. */
export interface Entry<Figures, Words> {
  readonly figures: z.ZodType<Figures>;
  /** @returns null where the figures are not this entry's: another version may have written them */
  wordsFor(figures: unknown, say: Say): Words | null;
}

/** Makes an entry of the catalogue, whose words depend on figures of these names. */
export function entry<Shape extends z.ZodRawShape, Words>(
  shape: Shape,
  words: (figures: z.infer<z.ZodObject<Shape>>, say: Say) => Words,
): Entry<z.infer<z.ZodObject<Shape>>, Words> {
  const figures = z.object(shape);
  return {
    figures,
    wordsFor(given, say) {
      const { success, data } = figures.safeParse(given);
      return success ? words(data, say) : null;
    },
  };
}

/** The figures that a code of these entries has. */
export type FiguresOf<Entries, Code extends keyof Entries> =
  Entries[Code] extends Entry<infer Figures extends CodedText['figures'], unknown> ? Figures : never;

/** A text by any code of these entries, with its figures. */
export type CodedBy<Entries> = {
  [Code in keyof Entries & string]: { code: Code; figures: FiguresOf<Entries, Code> };
}[keyof Entries & string];
