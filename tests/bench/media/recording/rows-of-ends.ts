import type { EndErrors } from '../../../support/recordings/recorded-times';
import { head, load, row } from '../../support/table';

const frameMs = 1_000 / 30;

/** How far recordings are apart, at both ends, in milliseconds. */
function apartMs(recordings: EndErrors[]): EndErrors {
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
  return {
    beginMs: spread(recordings.map(({ beginMs }) => beginMs)),
    endMs: spread(recordings.map(({ endMs }) => endMs)),
  };
}

/** Prints how far cameras are apart, and from what is drawn into their frames. */
export function rowsOfEnds(what: string, errors: EndErrors[]): void {
  const apart = apartMs(errors);
  const worst = (pick: (error: EndErrors) => number) => Math.max(...errors.map((error) => Math.abs(pick(error))));
  head(
    `${errors.length} cameras, ${what}`,
    'begin, ms',
    'end, ms',
    `within a frame (${Math.round(frameMs)} ms)`,
    'load',
  );
  const isAligned = apart.beginMs <= frameMs && apart.endMs <= frameMs;
  row('from each other', apart.beginMs.toFixed(1), apart.endMs.toFixed(1), isAligned ? 'yes' : 'NO', load());
  const [begin, end] = [worst(({ beginMs }) => beginMs), worst(({ endMs }) => endMs)];
  row(
    'from the barcode, worst',
    begin.toFixed(1),
    end.toFixed(1),
    Math.max(begin, end) <= frameMs ? 'yes' : 'NO',
    load(),
  );
}
