import { profileOf, readAuthority } from '@/lib/platform/https/authority';

/** The authority that phones in this network trust, as a profile that iPhones install. */
export async function GET(): Promise<Response> {
  const authority = await readAuthority();
  if (!authority) return new Response(null, { status: 404 });
  return new Response(profileOf(authority), {
    headers: {
      'content-type': 'application/x-apple-aspen-config',
      'content-disposition': 'attachment; filename="authority.mobileconfig"',
      'cache-control': 'no-store',
    },
  });
}
