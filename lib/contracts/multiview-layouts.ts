// Plain data, apart from the schemas, so that the browser reads addresses without loading zod.

/**
 * The layouts of a multiview, as addresses and presets name them. A number is the maximum number of columns; `1+5` is
 * one large tile and five small ones; `pip` shows one picture in another. In `program`, what is on air by tally is large.
 */
export const multiviewLayouts = [
  'auto',
  '1',
  '2',
  '3',
  '4',
  '1+3',
  '1+5',
  '1+7',
  '2+8',
  '1+12',
  'pip',
  'program',
] as const;
export type MultiviewLayout = (typeof multiviewLayouts)[number];

/** The layout on a first visit, if the organization has chosen none (spec, section 9). */
export const firstLayout = '3' satisfies MultiviewLayout;
