/** Tells next-auth where browsers reach this server; it reads only the environment. */
export function setNextAuthUrl(publicUrl: string): void {
  process.env.NEXTAUTH_URL = publicUrl;
}
