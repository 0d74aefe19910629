/** Tells next-auth where browsers reach this server, which it reads from the environment alone. */
export function setNextAuthUrl(publicUrl: string): void {
  process.env.NEXTAUTH_URL = publicUrl;
}
