import type { ProgramJson } from '@/lib/contracts/tally/program';

type Program = ProgramJson['attributes'];

/** The switchers that are heard, or that are not. */
const namesOf = ({ switchers }: Program, isLive: boolean): string =>
  switchers.flatMap(({ name, is_live }) => (is_live === isLive ? name : [])).join(', ');

/** The switchers that have the program. @param program undefined until it is loaded */
export const switcherNames = (program: Program | undefined): string =>
  (program && namesOf(program, true)) || 'the switcher';

/** Says who has the program; null where there is nothing to say. @param onAir the name of the camera on air */
export function deskWords(program: Program, onAir: string | null): string | null {
  const [heard, silent] = [namesOf(program, true), namesOf(program, false)];
  if (program.held_by === 'switcher') return `${heard} has the program.`;
  if (program.held_by === 'sightline') return heard ? `Cut here. ${heard} does not count.` : null;
  if (!silent) return null;
  const stays = onAir === null ? 'Nothing is on air.' : `The program stays on ${onAir}.`;
  return `${silent} is not heard. ${stays}`;
}
