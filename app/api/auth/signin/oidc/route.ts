import { startOidc } from '@/lib/auth/oidc/oidc';
import { oidcEntry } from '@/lib/auth/oidc/oidc-entry';
import { redirectBrowser } from '@/lib/http/redirect-browser';

const failed = '/login?sso=failed';

/** Where the sign-in page sends whoever signs in at the identity provider. */
export const GET = (request: Request): Promise<Response> =>
  redirectBrowser(
    request,
    async () => (oidcEntry() && (await startOidc())) ?? { location: failed, cookies: [] },
    failed,
  );
