import {
  ingestAddress,
  type SrtHost,
  type SrtSecrets,
  viewAddress,
} from '@/components/camera-source/connection-strings';
import { type EncoderGuide, encoderGuides } from '@/components/camera-source/encoder-guides';

const host: SrtHost = { hostname: 'HOST', ingestPort: 20000, viewPort: 20001 };
const secrets: SrtSecrets = { streamKey: 'STREAM_KEY', viewKey: 'VIEW_KEY', passphrase: null };
const latencyMs = 120;

const tableOf = ({ name, place, fields }: EncoderGuide): string =>
  name === 'ffmpeg'
    ? `## ffmpeg\n\n${place}:\n\n\`\`\`sh not run\n${fields[0]?.value}\n\`\`\`\n`
    : `## ${name}\n\n${place}\n\n| Field | Value |\n| --- | --- |\n${fields
        .map(({ label, value, isChoice }) => `| ${label} | ${isChoice ? value : `\`${value}\``} |\n`)
        .join('')}`;

/** docs/encoders.md: the guides that each camera shows, and what no page of the product has. */
export const renderEncoders = (): string => `# Connect an encoder

<!-- Made of the product's own guides: change those, then npx vitest run --project architecture tests/architecture/docs.test.ts -u -->

Copy a camera's address from its “Show connection details”, which also fills in the fields of common encoders. This page uses the
host \`HOST\` and the keys \`STREAM_KEY\` (sends) and \`VIEW_KEY\` (watches). Encryption is off, and SRT's latency is ${latencyMs} ms.

- Encoders send to \`${ingestAddress(host, secrets, latencyMs)}\`
- Players take from \`${viewAddress(host, secrets, latencyMs)}\`

OBS and ffmpeg count the latency of an address in microseconds, most others in milliseconds.

## What to send

| | Best | Works, at a cost |
| --- | --- | --- |
| Video | H.264, 8 bit, 4:2:0, progressive, no B-frames: passed through as it is | HEVC, MPEG-2, B-frames, interlaced, 10 bit: transcoded, which costs a core and some delay |
| Keyframes | every 1 to 2 seconds | longer: a viewer may wait that long for the picture |
| Rate control | constant bitrate, 2 to 8 Mbit/s for 1080p | variable: bursts need more latency |
| Audio | AAC, 48 kHz, stereo | MP2, AC-3, Opus, other rates |
| Container | MPEG-TS | no other |
| Clock | set by NTP, with its time in SEI (MISB ST 0604, or a time code of the time of day): latency counts from the encoder | none: latency counts from our input |

${encoderGuides(host, secrets, latencyMs).map(tableOf).join('\n')}
## GStreamer

\`\`\`sh not run
gst-launch-1.0 videotestsrc is-live=true ! x264enc tune=zerolatency key-int-max=60 bitrate=2500 ! h264parse ! \\
  mpegtsmux alignment=7 ! srtsink uri="srt://HOST:20000" mode=caller streamid=STREAM_KEY latency=${latencyMs}
\`\`\`

## Hardware encoders

Haivision, Kiloview, Magewell, Teradek, Epiphan and others have the same fields under SRT:

- Mode **Caller**, the host as the address, port **20000**.
- **Stream ID** is the stream key, alone or in SRT's own form, \`#!::r=STREAM_KEY,m=publish\`.
- Latency is in milliseconds. If the camera has a passphrase, choose encryption AES-128.
- Choose H.264 in the profile Baseline, or Main or High without B-frames. Some call it “low latency” or “GOP IP”.

## Encryption

Switch it on in the camera's connection details. Encoder and players then need the passphrase (AES-128; longer keys are accepted).

## When nothing arrives

The camera's card says why an encoder is refused, such as a wrong key or passphrase, or another encoder on the same key. See [troubleshooting.md](troubleshooting.md) and [network.md](network.md).
`;
