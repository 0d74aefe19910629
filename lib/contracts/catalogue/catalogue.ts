import { clusterTexts } from './cluster-texts';
import { type CodedText, codedTextSchema } from './coded-text';
import type { CodedBy, Entry, FiguresOf } from './entry';
import { failureTexts } from './failure-texts';
import { historyTexts } from './history-texts';
import { arrivalProblems } from './problems/arrival-problems';
import { audioProblems } from './problems/audio-problems';
import { cameraProblems } from './problems/camera-problems';
import { limitProblems } from './problems/limit-problems';
import { linkProblems } from './problems/link-problems';
import type { ProblemWords } from './problems/problem';
import { refusalProblems } from './problems/refusal-problems';
import { videoProblems } from './problems/video-problems';
import { refusalTexts } from './refusal-texts';
import { transcodingTexts } from './transcoding-texts';

const problems = {
  ...arrivalProblems,
  ...audioProblems,
  ...cameraProblems,
  ...limitProblems,
  ...linkProblems,
  ...refusalProblems,
  ...videoProblems,
};
const texts = { ...clusterTexts, ...failureTexts, ...historyTexts, ...refusalTexts, ...transcodingTexts };

export type ProblemCode = keyof typeof problems;
export type ProblemFigures<Code extends ProblemCode> = FiguresOf<typeof problems, Code>;

/** A text that this version's catalogue has, which is not a problem. */
export type KnownText = CodedBy<typeof texts>;

const problemEntries: ReadonlyMap<string, Entry<unknown, ProblemWords>> = new Map(Object.entries(problems));
const textEntries: ReadonlyMap<string, Entry<unknown, string>> = new Map(Object.entries(texts));

/** The words for a problem; null where this version has none for its code and figures. */
export const problemWords = ({ code, figures }: CodedText): ProblemWords | null =>
  problemEntries.get(code)?.wordsFor(figures, sentenceOf) ?? null;

/** Whether this version has words for a text that is not a problem. */
export const isKnownText = (text: CodedText): text is KnownText =>
  (textEntries.get(text.code)?.wordsFor(text.figures, sentenceOf) ?? null) !== null;

/** A text, or the problem of this code, as a sentence. */
export const sentenceOf = (text: CodedText): string =>
  findSentence(text) ?? `A newer version says “${text.code}”, for which this one has no words.`;

/**
 * The sentence of a row that holds one by code, in the words of this version's catalogue.
 * @param coded null in a row of the version before
 * @param written as the program that wrote the row put it into words
 */
export function readSentence<Written extends string | null>(coded: unknown, written: Written): string | Written {
  const { data } = codedTextSchema.safeParse(coded);
  return (data && findSentence(data)) ?? written;
}

/** A text that came in words, from a program of the version before. */
export const asSaid = (sentence: string): KnownText => ({ code: 'as_said', figures: { sentence } });

const findSentence = (text: CodedText): string | null =>
  problemWords(text)?.sentence ?? textEntries.get(text.code)?.wordsFor(text.figures, sentenceOf) ?? null;
