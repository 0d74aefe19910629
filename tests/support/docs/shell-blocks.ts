/** A block of commands in a page of Markdown. */
export interface ShellBlock {
  /** The text after `sh` in the first line: `run` if a test runs the block, otherwise `not run`. */
  mark: string;
  text: string;
  /** Number of the first line. */
  line: number;
}

/** The blocks of shell commands of a page. */
export function shellBlocks(markdown: string): ShellBlock[] {
  return [...markdown.matchAll(/^ *```(?:sh|bash|shell)\b([^\n]*)\n([\s\S]*?)^ *```$/gm)].map((match) => ({
    mark: (match[1] ?? '').trim(),
    text: match[2] ?? '',
    line: markdown.slice(0, match.index).split('\n').length,
  }));
}
