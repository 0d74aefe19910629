import { GET as callback } from '@/app/api/auth/callback/oidc/route';
import { GET as signIn } from '@/app/api/auth/signin/oidc/route';
import { POST as openSession } from '@/app/api/v1/auth/sso_session/route';
import { type Answer, call } from '../api/api';

/** As much of a browser as single sign-on needs: cookies of two origins, and redirects. */
export class OidcBrowser {
  /** Those of the product, by name. */
  readonly cookies = new Map<string, string>();
  readonly #providersCookies = new Map<string, string>();

  /** Goes to the provider. @param query of the link that leads there. @returns its address, with the request in its query */
  async start(query = ''): Promise<URL> {
    return new URL(await this.#open(signIn, `/api/auth/signin/oidc${query}`));
  }

  /** Signs in there. @returns where the provider sends the browser back to */
  async signInAt(authorization: URL): Promise<URL> {
    let url = authorization;
    let method = 'GET';
    for (;;) {
      const headers = { cookie: headerOf(this.#providersCookies) };
      const response = await fetch(url, { method, headers, redirect: 'manual' });
      keep(this.#providersCookies, response);
      const location = response.headers.get('location');
      method = location ? 'GET' : 'POST';
      if (location) url = new URL(location, url);
      else if (response.status !== 200 || !url.pathname.startsWith('/interaction/')) {
        throw new Error(`${url.pathname}: ${response.status} ${await response.text()}`);
      }
      if (url.origin !== authorization.origin) return url;
    }
  }

  /** Comes back with the provider's answer. @returns the path to which it is sent on */
  comeBack(url: URL): Promise<string> {
    return this.#open(callback, url.pathname + url.search);
  }

  /** From the sign-in page to the end. @returns the path to which it is sent on */
  async signIn(query = ''): Promise<string> {
    return this.comeBack(await this.signInAt(await this.start(query)));
  }

  /** Opens the auth session by the code that it has been given. */
  openSession(password?: string): Promise<Answer> {
    const headers = { cookie: headerOf(this.cookies), 'x-client-address': '192.0.2.1' };
    return call(openSession, { method: 'POST', headers, body: password === undefined ? {} : { user: { password } } });
  }

  async #open(handler: (request: Request) => Promise<Response>, path: string): Promise<string> {
    const request = new Request(`${process.env.PUBLIC_URL}${path}`, { headers: { cookie: headerOf(this.cookies) } });
    const response = await handler(request);
    keep(this.cookies, response);
    return response.headers.get('location') ?? '';
  }
}

const headerOf = (cookies: Map<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

function keep(cookies: Map<string, string>, response: Response): void {
  for (const header of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(header) || value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}
