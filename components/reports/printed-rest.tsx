import { countWords } from '@/lib/contracts/catalogue/figure-words';

/** Says on paper that the screen has more than fits on its pages. @param props.count what was left out; none says nothing */
export const PrintedRest = ({ count, noun }: { count: number; noun: string }) =>
  count > 0 ? (
    <p className="hidden text-muted text-xs print:block">{countWords(count, noun)} more in the report on screen.</p>
  ) : null;
