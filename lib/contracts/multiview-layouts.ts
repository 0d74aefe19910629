// Plain data apart from the schemas: the browser reads addresses by it, and does not load zod with it.

/**
 * The layouts of a multiview, as addresses and presets name them: auto; at most so many columns; so many large tiles and
 * so many small ones; one picture in another.
 */
export const multiviewLayouts = ['auto', '1', '2', '3', '4', '1+3', '1+5', '1+7', '2+8', '1+12', 'pip'] as const;
export type MultiviewLayout = (typeof multiviewLayouts)[number];

/** The layout on a first visit, where the organization has chosen none (spec, section 9). */
export const firstLayout = '3' satisfies MultiviewLayout;
