import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

/** A node of a syntax tree, as Babel's parser gives it. */
interface Node {
  type: string;
  [field: string]: unknown;
}

const { parse } = createRequire(import.meta.url)('next/dist/compiled/babel/parser') as {
  parse(text: string, options: object): Node;
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const fieldOf = (node: Node, name: string): Node => node[name] as Node;

/** The kinds of node that an expression may show: text, an element, nothing, or unknown from its syntax. */
function shownBy(node: Node): string[] {
  switch (node.type) {
    case 'StringLiteral':
    case 'TemplateLiteral':
      return ['text'];
    case 'NullLiteral':
      return ['nothing'];
    case 'JSXElement':
    case 'JSXFragment':
      return ['element'];
    case 'ConditionalExpression':
      return [...shownBy(fieldOf(node, 'consequent')), ...shownBy(fieldOf(node, 'alternate'))];
    case 'LogicalExpression':
      return [
        ...(node.operator === '&&' ? ['nothing'] : shownBy(fieldOf(node, 'left'))),
        ...shownBy(fieldOf(node, 'right')),
      ];
    default:
      return ['unknown'];
  }
}

const isShown = (child: Node): boolean =>
  child.type === 'JSXText' ? /\S|^[^\n]+$/.test(String(child.value)) : child.type !== 'JSXEmptyExpression';

/** The kinds of node that each child of an element may show. */
const childrenOf = (element: Node): string[][] =>
  (element.children as Node[])
    .map((child) => (child.type === 'JSXExpressionContainer' ? fieldOf(child, 'expression') : child))
    .filter(isShown)
    .map((child) => (child.type === 'JSXText' ? ['text'] : shownBy(child)));

/**
 * Whether React would miss a text that a translator has wrapped. It would for a text that comes and goes beside
 * something else, and for a text behind something that comes and goes.
 */
function breaksWhenTranslated(element: Node): boolean {
  const children = childrenOf(element);
  return children.some((shown, index) => {
    if (children.length < 2) return false;
    const isText = shown.includes('text');
    if (isText) return shown.some((other) => other !== 'text');
    return shown.includes('nothing') && (children[index + 1]?.includes('text') ?? false);
  });
}

function* elementsOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* elementsOf(item);
  if (!isNode(value)) return;
  if (value.type === 'JSXElement' || value.type === 'JSXFragment') yield value;
  for (const field of Object.values(value)) if (typeof field === 'object') yield* elementsOf(field);
}

const linesIn = (text: string): number[] =>
  [...elementsOf(fieldOf(parse(text, { sourceType: 'module', plugins: ['typescript', 'jsx'] }), 'program'))]
    .filter(breaksWhenTranslated)
    .map(({ loc }) => (loc as { start: { line: number } }).start.line);

test('a text that comes and goes stands in an element of its own, for translators wrap the texts of a page', () => {
  const files = [...globSync('components/**/*.tsx'), ...globSync('app/**/*.tsx')];
  const found = files.flatMap((file) => linesIn(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`));
  expect(found).toEqual([]);
});

test.each([
  ["<p>{a}{is ? ' · transcoded' : null}</p>", true],
  ['<p>{is && <Mark />}Live</p>', true],
  ["<p>{is ? <b>1</b> : 'none'} of 2</p>", true],
  ["<p>{a}{is ? <span>{' · transcoded'}</span> : null}</p>", false],
  ["<p>{is ? 'one' : null}</p>", false],
  ['<p>{is && <Mark />}<span>Live</span></p>', false],
])('%s breaks: %s', (jsx, breaks) => expect(linesIn(`const element = ${jsx};`).length > 0).toBe(breaks));
