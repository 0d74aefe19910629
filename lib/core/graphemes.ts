const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many characters a text has, as people count them: an emoji of several code points is one. */
export function graphemesOf(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count++;
  return count;
}
