import { readAuthority } from '@/lib/platform/https/authority';

/** The authority that phones in this network trust, as Android installs it. */
export async function GET(): Promise<Response> {
  const authority = await readAuthority();
  if (!authority) return new Response(null, { status: 404 });
  return new Response(authority, {
    headers: {
      'content-type': 'application/x-x509-ca-cert',
      'content-disposition': 'attachment; filename="authority.crt"',
      'cache-control': 'no-store',
    },
  });
}
