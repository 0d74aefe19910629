/** A block of commands in a page of Markdown. */
export interface ShellBlock {
  /** What follows `sh` in its first line: `run` where a test runs it, `not run` where none does. */
  mark: string;
  text: string;
  /** Of its first line. */
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
