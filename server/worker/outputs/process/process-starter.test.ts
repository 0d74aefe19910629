import { expect, test } from 'vitest';
import { ProcessStarter } from './process-starter';

/** A program that ends as its argument says, once it has read that much input. */
const program = [
  process.execPath,
  '-e',
  `const [kind, value] = process.argv[1].split('-');
  process.stdin.once('data', () => (kind === 'signal' ? process.kill(process.pid, value) : process.exit(Number(value))));`,
];

test('starts a program repeatedly, and reports how each ended', async () => {
  const starter = new ProcessStarter(program, process.env);
  for (const [argument, status] of [
    ['exit-0', 0],
    ['exit-3', 3],
    ['signal-SIGKILL', 137],
    ['signal-SIGSEGV', 139],
    ['signal-SIGTERM', 143],
  ] as const) {
    const ended = starter.run(argument);
    starter.input.write('x');
    expect(await ended).toBe(status);
  }
});

test('a dead shell is an error, not an endless wait', async () => {
  const starter = new ProcessStarter(
    [process.execPath, '-e', 'process.kill(process.ppid, process.argv[1])'],
    process.env,
  );
  await expect(starter.run('SIGKILL')).rejects.toThrow('The shell that starts programs has ended');
  await expect(starter.run('SIGKILL')).rejects.toThrow('The shell that starts programs has ended');
});
