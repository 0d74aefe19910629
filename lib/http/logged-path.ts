/**
 * A request's path as logs have it: without the query, and without what follows an encoded `#`, which may be a link's secret.
 * Mail programs such as Outlook encode it.
 */
export const loggedPath = (url: string): string => new URL(url).pathname.replace(/%(?:25)*23.*$/s, '%23…');
