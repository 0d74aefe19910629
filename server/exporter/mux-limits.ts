/** Limits of a process that reads what cameras sent; null or undefined: none. */
export interface MuxLimits {
  /** Its private memory; the system refuses allocations beyond it. */
  maxMemoryMb: number;
  /** The user and group that it runs as; undefined: this process' own. */
  userId: number | undefined;
}

/** The shell sets the limit and then becomes the program. Windows has neither. */
export const withLimits = ({ maxMemoryMb }: MuxLimits, command: string[]): string[] =>
  process.platform === 'win32'
    ? command
    : ['/bin/sh', '-c', `ulimit -d ${maxMemoryMb * 1024}; exec "$@"`, 'sh', ...command];
