/** Node's line for a process warning, such as a leak of listeners. */
const pattern = /\(node:\d+\) .*Warning: .*/;

/** Checks what a program of ours has written. @throws when Node warned it of something */
export function refuseWarnings(program: string, output: string): void {
  const warning = pattern.exec(output)?.[0];
  if (warning) throw new Error(`${program} was warned: ${warning}`);
}
