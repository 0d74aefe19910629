/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // No page uses next/image; without this Next would still resize images for anybody.
  images: { unoptimized: true },
  // `npm test` checks the types of everything; `npm start` need not do it again.
  typescript: { ignoreBuildErrors: true },
  // The server bundles of dist/ run beside Next; packages with native parts stay outside both.
  serverExternalPackages: ['@node-rs/argon2', '@redis/client', 'pino', 'pg'],
};
