import { ingestAddress, keyLengthBytes, type SrtHost, type SrtSecrets, srtAuthority } from './connection-strings';

export interface EncoderGuide {
  name: string;
  /** Where the encoder has the fields. */
  place: string;
  fields: EncoderField[];
}

interface EncoderField {
  label: string;
  value: string;
  /** Chosen in the encoder's list, or left as it is: there is nothing to paste. */
  isChoice?: true;
}

/** Another modem resends in time what one in trouble has delayed. */
const bondedLatencyMs = 1_000;

/** The settings that make common encoders send to this stream. */
export function encoderGuides(host: SrtHost, secrets: SrtSecrets, latencyMs: number): EncoderGuide[] {
  const address = ingestAddress(host, secrets, latencyMs);
  const { streamKey, passphrase } = secrets;
  return [
    {
      name: 'OBS',
      place: 'Settings → Stream',
      fields: [
        { label: 'Service', value: 'Custom…', isChoice: true },
        { label: 'Server', value: address },
        { label: 'Stream Key', value: 'leave empty', isChoice: true },
      ],
    },
    {
      name: 'Larix',
      place: 'Settings → Connections → New connection',
      fields: [
        { label: 'URL', value: `srt://${srtAuthority(host.hostname, host.ingestPort)}` },
        { label: 'SRT sender mode', value: 'Caller', isChoice: true },
        { label: 'streamid', value: streamKey },
        ...(passphrase === null
          ? []
          : [
              { label: 'passphrase', value: passphrase },
              { label: 'pbkeylen', value: String(keyLengthBytes) },
            ]),
        { label: 'Latency (ms)', value: String(latencyMs) },
      ],
    },
    {
      name: 'vMix',
      place: 'Settings → Outputs → gear icon of an output → SRT',
      fields: [
        { label: 'Type', value: 'Caller', isChoice: true },
        { label: 'Hostname', value: host.hostname.replace(/^\[|\]$/g, '') },
        { label: 'Port', value: String(host.ingestPort) },
        { label: 'Latency', value: String(latencyMs) },
        ...(passphrase === null ? [] : [{ label: 'Passphrase', value: passphrase }]),
        { label: 'Stream ID', value: streamKey },
      ],
    },
    {
      name: 'Moblin',
      place: 'Settings → Streams → the stream. Wi-Fi and mobile data are bonded: srtla in place of srt',
      fields: [
        {
          label: 'URL',
          value: `srtla://${srtAuthority(host.hostname, host.ingestPort)}?streamid=${streamKey}${
            passphrase === null ? '' : `&passphrase=${passphrase}`
          }`,
        },
        { label: 'SRT(LA) → Latency (ms)', value: String(Math.max(latencyMs, bondedLatencyMs)) },
      ],
    },
    {
      name: 'BELABOX',
      place: 'Settings → SRTLA. Its modems are bonded, at the same address and port as SRT',
      fields: [
        { label: 'SRTLA receiver', value: host.hostname.replace(/^\[|\]$/g, '') },
        { label: 'Port', value: String(host.ingestPort) },
        { label: 'SRT stream ID', value: streamKey },
        ...(passphrase === null ? [] : [{ label: 'Passphrase', value: passphrase }]),
        { label: 'SRT latency (ms)', value: String(Math.max(latencyMs, bondedLatencyMs)) },
      ],
    },
    {
      name: 'ffmpeg',
      place: 'Sends a test picture and tone from any terminal',
      fields: [
        {
          label: 'Command',
          value: `ffmpeg -re -f lavfi -i testsrc2=size=1280x720:rate=30 -f lavfi -i sine=frequency=440:sample_rate=48000 -c:v libx264 -preset veryfast -tune zerolatency -pix_fmt yuv420p -g 60 -b:v 2500k -c:a aac -f mpegts "${address}"`,
        },
      ],
    },
  ];
}
