const parameter = 'next';
const start = '/app';

/** The sign-in page, from which {@link returnPath} leads back to this page. @param here path, query and hash */
export const signInPath = (here: string): string => withReturnPath('/login', here);

/** An address on the way to being signed in, with the page that was asked for. @param next path, query and hash */
export const withReturnPath = (address: string, next: string): string =>
  next === start ? address : `${address}${address.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(next)}`;

/**
 * Where sign-in leads: the page that was asked for, or the events. A page of this origin alone: a link to our sign-in must
 * not lead to a copy of it elsewhere.
 * @param search the query of the sign-in page
 */
export function returnPath(search: string, origin: string): string {
  const asked = new URLSearchParams(search).get(parameter) ?? '';
  // "//host" and "/\host" are other hosts to a browser, and so they are to URL.
  const url = URL.canParse(asked, origin) && asked.startsWith('/') ? new URL(asked, origin) : null;
  return url?.origin === origin ? `${url.pathname}${url.search}${url.hash}` : start;
}
