import { createHash, X509Certificate } from 'node:crypto';

/** An Apple configuration profile that installs an authority. @param pem the authority's certificate */
export function profileOf(pem: string): string {
  const { raw, subject } = new X509Certificate(pem);
  const name = subject.replace(/^CN=/, '');
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
