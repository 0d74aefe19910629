import { type SourceKind, sourceKindNames, sourceKinds } from '../../source-kinds';
import type { Entry } from '../entry';
import { type ProblemWords, plainProblem } from './problem';

type Row = (typeof sourceKinds)[SourceKind];
type SourceProblem = (Row['refused'] | NonNullable<Row['missing']>)['problem'];

/** Each source's problems, by its row: nothing sends it, or an encoder calls by another protocol. */
export const sourceProblems = Object.fromEntries(
  sourceKindNames
    .flatMap((kind) => [sourceKinds[kind].missing ?? [], sourceKinds[kind].refused].flat())
    .map(({ problem, ...words }) => [problem, plainProblem(words)]),
) as Record<SourceProblem, Entry<Record<string, never>, ProblemWords>>;
