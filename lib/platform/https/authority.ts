import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { reachEnv } from '../env/reach-env';

/** The certificate of the authority that `npm start -- --https` has made, in PEM. @returns null where there is none */
export async function readAuthority(): Promise<string | null> {
  const { HTTPS_PORT, HTTPS_FOLDER } = reachEnv();
  if (HTTPS_PORT === undefined) return null;
  try {
    return await readFile(path.join(HTTPS_FOLDER, 'authority.crt'), 'utf8');
  } catch (error) {
    // A certificate of a public authority: nobody has to trust it first.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** An authority's own name, as a device lists it. @param pem its certificate */
export const authorityName = (pem: string): string =>
  new X509Certificate(pem).subject.replace(/^CN=/, '').replaceAll(/\\(.)/g, '$1');

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An Apple configuration profile that installs an authority. @param pem the authority's certificate */
export function profileOf(pem: string): string {
  const { raw } = new X509Certificate(pem);
  const name = escapeXml(authorityName(pem));
  // The same authority is the same profile, which replaces itself.
  const hash = createHash('sha256').update(raw).digest('hex');
  const uuid = (from: number) =>
    hash.slice(from, from + 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadDisplayName</key><string>${name}</string>
  <key>PayloadIdentifier</key><string>org.sightline.https.${hash.slice(0, 16)}</string>
  <key>PayloadUUID</key><string>${uuid(0)}</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>com.apple.security.root</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadDisplayName</key><string>${name}</string>
      <key>PayloadIdentifier</key><string>org.sightline.https.${hash.slice(0, 16)}.authority</string>
      <key>PayloadUUID</key><string>${uuid(32)}</string>
      <key>PayloadContent</key><data>${raw.toString('base64')}</data>
    </dict>
  </array>
</dict>
</plist>
`;
}
