import { keyLengthBytes, type SrtHost, type SrtSecrets, srtAuthority } from './connection-strings';

/**
 * A link that adds this camera to Larix on the phone that opens it, and replaces an earlier one of the same name.
 * Source: softvelum.com/larix/grove.
 */
export function larixLink(
  name: string,
  host: SrtHost,
  secrets: Pick<SrtSecrets, 'streamKey' | 'passphrase'>,
  latencyMs: number,
): string {
  const settings = [
    ['url', `srt://${srtAuthority(host.hostname, host.ingestPort)}`],
    ['name', name],
    ['mode', 'av'],
    ['srtmode', 'c'],
    ['srtlatency', String(latencyMs)],
    ['srtstreamid', secrets.streamKey],
  ];
  if (secrets.passphrase !== null) {
    settings.push(['srtpass', secrets.passphrase], ['srtpbkl', String(keyLengthBytes)]);
  }
  settings.push(['overwrite', 'on'], ['active', 'on']);
  return `larix://set/v1?${settings.map(([key, value = '']) => `conn[][${key}]=${encodeURIComponent(value)}`).join('&')}`;
}

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
