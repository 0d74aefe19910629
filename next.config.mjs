/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // The server bundles of dist/ run beside Next; packages with native parts stay outside both.
  serverExternalPackages: ['@node-rs/argon2', 'pino', 'pg'],
};
