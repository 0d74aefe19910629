import { readFileSync } from 'node:fs';

/** A block of commands in a page of Markdown. */
export interface ShellBlock {
  /** The text after `sh` in the first line: `run` if a test runs the block, otherwise `not run`. */
  mark: string;
  /** The heading of the second level that it stands below; empty above the first one. */
  section: string;
  text: string;
  /** Number of the first line. */
  line: number;
}

/** The blocks of shell commands of a page. */
export function shellBlocks(markdown: string): ShellBlock[] {
  const headings = [...markdown.matchAll(/^## (.+)$/gm)];
  return [...markdown.matchAll(/^( *)```(?:sh|bash|shell)\b([^\n]*)\n([\s\S]*?)^ *```$/gm)].map((match) => ({
    mark: (match[2] ?? '').trim(),
    section: headings.findLast(({ index }) => index < match.index)?.[1] ?? '',
    // In a list it is indented, which readers do not see.
    text: (match[3] ?? '').replaceAll(new RegExp(`^${match[1]}`, 'gm'), ''),
    line: markdown.slice(0, match.index).split('\n').length,
  }));
}

/** The blocks of a page's section that tests run, in their order. */
export const commandsOf = (page: string, section: string): string[] =>
  shellBlocks(readFileSync(page, 'utf8')).flatMap((block) =>
    block.mark === 'run' && block.section === section ? [block.text] : [],
  );
