import type { MarkJson } from '@/lib/contracts/marks';

const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** A moment's time of day, to the second. @param atMs milliseconds since 1970 */
export const timeWords = (atMs: number): string => timeOfDay.format(atMs);

/** When a mark was set, in milliseconds since 1970. */
export const markMs = ({ attributes }: MarkJson): number => Date.parse(attributes.at);

/** A mark's word, or its time. */
export const markWords = (mark: MarkJson): string => mark.attributes.name || `Mark at ${timeWords(markMs(mark))}`;
