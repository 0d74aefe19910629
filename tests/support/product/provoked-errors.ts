const preload = `
  process.on('SIGUSR2', () => { throw new Error('provoked') });
  process.on('SIGCONT', () => { Promise.reject(new Error('provoked')) });
`;

/**
 * Environment of a program in which SIGUSR2 throws an error that nobody catches, and SIGCONT makes a rejection that nobody
 * handles. Workers do not inherit it.
 */
export const provokedErrors = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };
