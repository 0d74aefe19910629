import { type SrtHost, type SrtSecrets, srtAuthority } from '../connection-strings';

/**
 * A link that adds this camera to Moblin on the iPhone that opens it, and chooses it.
 * Source: MoblinSettingsUrl in eerimoq/moblin.
 */
export function moblinLink(
  name: string,
  host: SrtHost,
  { streamKey, passphrase }: Pick<SrtSecrets, 'streamKey' | 'passphrase'>,
  latencyMs: number,
): string {
  const encryption = passphrase === null ? '' : `&passphrase=${passphrase}`;
  const url = `srt://${srtAuthority(host.hostname, host.ingestPort)}?streamid=${streamKey}${encryption}`;
  const stream = { name, url, selected: true, video: { codec: 'H.264/AVC' }, srt: { latency: latencyMs } };
  return `moblin://?${encodeURIComponent(JSON.stringify({ streams: [stream] }))}`;
}
