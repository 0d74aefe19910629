/** A use case that anybody may call, and why: mostly since a secret in its input says for whom it acts. */
export const definePublic = <Args extends unknown[], Result>(
  _because: string,
  run: (...args: Args) => Result,
): ((...args: Args) => Result) => run;

/** Work for no actor, such as a program's own, and who does it. */
export const defineSystem = definePublic;
