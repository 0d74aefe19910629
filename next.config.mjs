/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // No page uses next/image; without this Next would still resize images for anybody.
  images: { unoptimized: true },
  // `npm test` checks the types of everything; `npm start` need not do it again.
  typescript: { ignoreBuildErrors: true },
  // Turbopack packs a package again for each route that needs it: outside, web keeps one copy in memory instead of thirty.
  // Those with native parts, and those that dist/ shares, have to stay outside. So has openid-client: packed, its url.parse()
  // would count as ours, of which Node warns.
  serverExternalPackages: [
    '@node-rs/argon2',
    '@redis/client',
    'pino',
    'pg',
    'zod',
    'stripe',
    'nodemailer',
    'openid-client',
    'undici',
    'livekit-server-sdk',
    '@livekit/protocol',
  ],
};
