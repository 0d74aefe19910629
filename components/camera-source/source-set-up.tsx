'use client';

import dynamic from 'next/dynamic';
import { CopyLine } from '@/components/controls/copy-line';
import { QrImage } from '@/components/controls/qr-image';
import { useProduct } from '@/components/shell/product';
import { Button } from '@/components/ui/button';
import { buttonVariants } from '@/components/ui/button-variants';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { larixLink } from './app-links';
import { srtSecrets } from './connection-strings';
import { encoderGuides } from './encoder-guides';
import { isLoopbackHost, useRtmpAddress, useSrtHost } from './ingest-addresses';
import { PullAddress, pullExamples } from './pull-address';
import { RtmpAddress, SrtAddress, WhipAddress } from './source-address';
import { useSourceChange } from './source-change';

interface SourceFormProps {
  stream: MemberStreamJson;
}

/** Where each maker has its fields. */
const rtmpGuides = [
  { name: 'OBS', place: 'Settings → Stream → Service: Custom…, with Server and Stream Key as above.' },
  { name: 'DJI Fly', place: 'Transmission → Live Streaming Platforms → RTMP: the whole address in one field.' },
  { name: 'GoPro Quik', place: 'Live → Set Up Live → RTMP: the whole address in one field.' },
  { name: 'Streamlabs', place: 'Settings → Stream → Custom ingest: URL and Stream Key as above.' },
];

export function RtmpSetUp({ stream }: SourceFormProps) {
  return (
    <div className="grid gap-2">
      <CopyLine label="Server" value={useRtmpAddress()} />
      <CopyLine label="Stream Key" value={stream.attributes.stream_key} />
      <RtmpAddress stream={stream} hiddenLabel="Both in one field" />
      {useProduct().takesRtmps ? (
        <p className="text-muted text-sm">
          Encrypted: rtmps:// in place of rtmp://, at the same port. The encoder must trust this server’s certificate.
        </p>
      ) : null}
      <Guides guides={rtmpGuides} />
    </div>
  );
}

const Guides = ({ guides }: { guides: { name: string; place: string }[] }) => (
  <ul className="grid gap-1 text-muted text-sm">
    {guides.map(({ name, place }) => (
      <li key={name} className="wrap-anywhere">
        <span className="text-faint">{name}:</span> {place}
      </li>
    ))}
  </ul>
);

export function PullSetUp({ stream }: SourceFormProps) {
  return (
    <div className="grid gap-2">
      <PullAddress stream={stream} />
      <p className="text-muted text-sm">
        The server opens this address while the camera is on, and stores it encrypted. In a user name or password, write
        @ as %40, / as %2F and : as %3A.
      </p>
      <Guides guides={pullExamples} />
    </div>
  );
}

// Few cameras play a recording.
const RecordingSource = dynamic(() => import('./recording-source').then((loaded) => loaded.RecordingSource), {
  ssr: false,
});

export function RecordingSetUp({ stream }: SourceFormProps) {
  return (
    <div className="grid gap-2">
      <RecordingSource stream={stream} />
      <p className="text-muted text-sm">
        The server plays it in real time. A range begins and ends at keyframes. It counts as a camera.
      </p>
    </div>
  );
}

/** The way from the test picture to a real camera: by SRT, which most encoders send. */
export function TestSetUp({ stream }: SourceFormProps) {
  const { isPending, change, question } = useSourceChange(stream);
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-muted text-sm">
        The server makes this picture. Flash and tone begin together, once a second. It counts as a camera.
      </p>
      <Button disabled={isPending} onClick={() => change('srt')}>
        Replace it with a camera
      </Button>
      {question}
    </div>
  );
}

export function ProgramSetUp() {
  return (
    <p className="text-muted text-sm">
      The server makes this stream: it shows and plays the camera that the tally puts on air, in 1280×720. Send its view
      address to a player, or record it.
    </p>
  );
}

// An event has one replay.
const ReplayControls = dynamic(() => import('./replay-controls').then((loaded) => loaded.ReplayControls), {
  ssr: false,
});

export function ReplaySetUp({ stream }: SourceFormProps) {
  return (
    <div className="grid gap-2">
      <ReplayControls stream={stream} />
      <p className="text-muted text-sm">
        The server makes this stream, in 1280×720: the cued clip stands on its first frame until you play it. Send its
        view address to a player once; it stays connected between clips.
      </p>
    </div>
  );
}

export function WhipSetUp({ stream }: SourceFormProps) {
  return (
    <div className="grid gap-1">
      <WhipAddress stream={stream} />
      <p className="text-faint text-sm">
        For OBS 30 and later, Larix and hardware encoders. Send H.264 and Opus, and leave the bearer token empty.
      </p>
    </div>
  );
}

/** The address, and what to enter in each encoder. */
export function SrtSetUp({ stream }: SourceFormProps) {
  const host = useSrtHost();
  const secrets = srtSecrets(stream);
  const { name: streamName, latency_ms: latencyMs } = stream.attributes;
  const guides = encoderGuides(host, secrets, latencyMs);
  return (
    <>
      <SrtAddress stream={stream} />
      <Tabs defaultValue={guides[0]?.name}>
        <TabsList aria-label="Encoder">
          {guides.map(({ name }) => (
            <TabsTrigger key={name} value={name}>
              {name}
            </TabsTrigger>
          ))}
        </TabsList>
        {guides.map(({ name, place, fields }) => (
          <TabsContent key={name} value={name} className="grid gap-2 pt-3">
            <p className="text-muted text-sm">{place}</p>
            {fields.map(({ label, value, isChoice }) =>
              isChoice ? (
                <p key={label} className="text-sm">
                  <span className="text-faint">{label}:</span> <span className="font-mono">{value}</span>
                </p>
              ) : (
                <CopyLine key={label} label={label} value={value} />
              ),
            )}
            {name === 'Larix' ? (
              <LarixQr link={larixLink(streamName, host, secrets, latencyMs)} hostname={host.hostname} />
            ) : null}
          </TabsContent>
        ))}
      </Tabs>
    </>
  );
}

interface LarixQrProps {
  link: string;
  /** The host in the link. */
  hostname: string;
}

/** A QR code that enters everything into Larix on a phone, and the same as a link on the phone itself. */
function LarixQr({ link, hostname }: LarixQrProps) {
  if (isLoopbackHost(hostname)) {
    return (
      <p className="text-muted text-sm">
        A phone cannot reach {hostname}: choose another address above for its QR code.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <QrImage text={link} label="QR code for Larix" />
      <div className="grid min-w-48 flex-1 gap-2 text-sm">
        <p className="text-muted">
          Scan this with the phone’s camera: Larix opens with everything entered. It holds the key.
        </p>
        <a href={link} className={buttonVariants({ className: 'justify-self-start' })}>
          Open in Larix
        </a>
      </div>
    </div>
  );
}
