import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

interface Comment {
  type: 'CommentBlock' | 'CommentLine';
  value: string;
  loc: { start: { line: number } };
}

const { parse } = createRequire(import.meta.url)('next/dist/compiled/babel/parser') as {
  parse(text: string, options: object): { comments: Comment[] };
};

const maxWords = 25;

const sentenceRules: Record<string, (sentence: string) => boolean> = {
  'has more than 25 words': (sentence) => sentence.split(' ').length > maxWords,
  'begins as a bare fragment': (sentence) =>
    /^(?:Of|By which|By what|To what|So often|So long|What|Who|Whoever|Whose)\b/.test(sentence) &&
    !sentence.endsWith('?'),
  'says max, min, until or when in other words': (sentence) =>
    /\b(?:at the most|at the least|no more than so|by so much|so long as|as soon as that)\b/i.test(sentence),
};

/** Every file of the project in which people read prose, committed or about to be. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|mjs|md|prisma|ya?ml|sql|sh)$|^\.env\.example$/.test(file) && existsSync(file));

test.each([
  ['programs', /\.(?:tsx?|mjs)$/, readComments],
  ['settings, schema and migrations', /\.(?:prisma|ya?ml|sql|sh|example)$/, readLineComments],
  ['documents', /\.md$/, readParagraphs],
] as const)(
  'the sentences in %s are short, and begin with their subject',
  (_, name, read) => {
    const faults = files.filter((file) => name.test(file)).flatMap((file) => findFaults(file, read));
    expect(faults).toEqual([]);
  },
  120_000,
);

test.each([
  ['Who watches sees the picture.', 'begins as a bare fragment'],
  ['It waits so long as nobody comes.', 'says max, min, until or when in other words'],
  [`It is ${'very '.repeat(25)}long.`, 'has more than 25 words'],
])('%s: a sentence that %s', (sentence, fault) => {
  expect(faultsOf(`Good. ${sentence}`)).toEqual([`${fault}: ${sentence}`]);
});

function findFaults(file: string, read: (text: string) => string[]): string[] {
  return read(readFileSync(file, 'utf8')).flatMap((text) => faultsOf(text).map((fault) => `${file} ${fault}`));
}

function faultsOf(text: string): string[] {
  const sentences = text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.;:?!])\s+(?=[A-Z"`])/);
  return sentences.flatMap((sentence) =>
    Object.entries(sentenceRules).flatMap(([name, breaks]) => (breaks(sentence) ? [`${name}: ${sentence}`] : [])),
  );
}

/** The comments of TypeScript or JavaScript. Line comments one below the other count as one text. */
function readComments(source: string): string[] {
  const { comments } = parse(source, { sourceType: 'module', plugins: ['typescript', 'jsx'], errorRecovery: true });
  const blocks = comments.filter(({ type }) => type === 'CommentBlock').map(({ value }) => value);
  const lines: { text: string; line: number }[] = [];
  for (const { type, value, loc } of comments) {
    if (type === 'CommentBlock') continue;
    const last = lines.at(-1);
    if (last?.line === loc.start.line - 1) Object.assign(last, { text: `${last.text} ${value}`, line: loc.start.line });
    else lines.push({ text: value, line: loc.start.line });
  }
  return [...blocks.flatMap(splitBlock), ...lines.map(({ text }) => text)];
}

/** Splits a block comment at its paragraphs and tags, without its asterisks. */
const splitBlock = (block: string): string[] => block.replace(/^\s*\*+ ?/gm, '').split(/\n\s*\n|@\w+/);

/** Comments after `#`, `--` or `//`, as blocks of whole lines. Settings that are commented out end a block. */
function readLineComments(source: string): string[] {
  const blocks: string[][] = [[]];
  for (const line of source.split('\n')) {
    const [, text] = /^\s*(?:#|--|\/\/\/?)\s?(.*)$/.exec(line) ?? [];
    if (text && !/^(?:[A-Z][A-Z0-9_]+=|\s{2,}|[-─=]{2})/.test(text)) blocks.at(-1)?.push(text);
    else blocks.push([]);
  }
  return blocks.map((block) => block.join(' '));
}

/** The paragraphs and list items of a page, without code, tables, addresses and bold print. */
function readParagraphs(source: string): string[] {
  return source
    .replace(/```[\s\S]*?```/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\*\*/g, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/)
    .filter((paragraph) => !/^\s*[|#]/.test(paragraph));
}
