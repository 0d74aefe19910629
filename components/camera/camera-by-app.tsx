'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { larixLink, moblinLink } from '@/components/camera-source/app-links';
import { rtmpAddress, srtAuthority } from '@/components/camera-source/connection-strings';
import { CopyLine } from '@/components/controls/copy-line';
import { useProduct } from '@/components/shell/product';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { buttonVariants } from '@/components/ui/button-variants';
import type { CameraApp, CameraState } from '@/lib/browser/camera/camera-link';
import type { CameraSession } from '@/lib/browser/camera/camera-session';
import type { SourceKind } from '@/lib/contracts/source-kinds';
import { deviceKind, heldSentence } from './camera-words';
import { DirectorMessage } from './director-message';

/** How another app sends this camera, by its kind of source. */
const ways: Record<CameraApp['kind'], { use: string; help: string }> = {
  srt: {
    use: 'Use Larix or Moblin instead',
    help: 'Open the camera in an app on this phone: everything is entered for you. Then start to stream there.',
  },
  rtmp: {
    use: 'Use an RTMP address instead',
    help: 'Enter this server and key in DJI Fly, GoPro Quik, OBS or any encoder that sends RTMP. Use H.264 and AAC.',
  },
  phone: {
    use: 'Use a WHIP address instead',
    help: 'Send WHIP to this address from OBS 30 or later, Larix or a hardware encoder. Use H.264 and Opus, and leave the token empty.',
  },
};

const HandOverDialog = dynamic(
  () => import('@/components/phones/hand-over-dialog').then(({ HandOverDialog }) => HandOverDialog),
  { ssr: false },
);

const wayKinds = Object.keys(ways) as CameraApp['kind'][];

interface CameraByAppProps {
  camera: CameraState;
  session: CameraSession;
}

/** The addresses to which another app sends this camera, for people who film with Larix, Moblin, OBS or hardware. */
export function CameraByApp({ camera, session }: CameraByAppProps) {
  const [isHandingOver, setHandingOver] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const { app } = session.link;
  const { state } = session.capture;
  const { status } = state;
  useEffect(() => session.accompany(), [session]);
  const { message } = camera;
  const change = async (kind: SourceKind) => {
    setChanging(true);
    await session.beginByApp(session.link.person, kind);
    setChanging(false);
  };
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center gap-6 p-6">
      <div className="grid gap-2">
        <h1 dir="auto" className="wrap-anywhere font-semibold text-xl tracking-tight">
          {camera.name} by another app
        </h1>
        <p className="text-md text-muted">{app && ways[app.kind].help}</p>
      </div>
      {app?.kind === 'srt' ? <SrtWays name={camera.name} secrets={app.secrets} /> : null}
      {app?.kind === 'phone' ? <CopyLine label="WHIP address" value={location.origin + app.whipPath} isWhole /> : null}
      {app?.kind === 'rtmp' ? <RtmpWay streamKey={app.streamKey} /> : null}
      <p className="text-faint text-sm">
        Keep it to yourself: anyone who has it is the camera “{camera.name}”. It ends with your invitation.
      </p>
      {message && !message.is_acknowledged ? (
        <DirectorMessage message={message} onSeen={(id) => session.link.acknowledge(id)} />
      ) : null}
      {status === 'interrupted' && state.isHeld ? <Alert>{heldSentence}</Alert> : null}
      {status === 'denied' || status === 'missing' ? (
        <Alert variant="destructive">This browser cannot open the camera. Go on with the app.</Alert>
      ) : null}
      <div className="grid gap-3">
        {wayKinds
          .filter((kind) => kind !== app?.kind)
          .map((kind) => (
            <Button key={kind} size="form" disabled={isChanging} onClick={() => void change(kind)}>
              {ways[kind].use}
            </Button>
          ))}
        {window.isSecureContext ? (
          <Button size="form" disabled={isChanging} onClick={() => void session.filmHere()}>
            Film with this browser instead
          </Button>
        ) : null}
        <Button size="form" onClick={() => setHandingOver(true)}>
          Hand this camera to another phone
        </Button>
      </div>
      {isHandingOver ? (
        <HandOverDialog name={camera.name} make={() => session.link.handOver()} onClose={() => setHandingOver(false)} />
      ) : null}
    </main>
  );
}

/** For cameras and drones that ask for a server and a key, or for one address. */
function RtmpWay({ streamKey }: { streamKey: string }) {
  const { srtHost, rtmpPort } = useProduct();
  return (
    <div className="grid gap-3">
      <CopyLine label="RTMP server" value={rtmpAddress(srtHost ?? location.hostname, rtmpPort)} />
      <CopyLine label="Stream key" value={streamKey} isWhole />
    </div>
  );
}

/** The apps of this device by their links, then what others ask for. */
function SrtWays({ name, secrets }: { name: string; secrets: Extract<CameraApp, { kind: 'srt' }>['secrets'] }) {
  const { srtHost, ingestPort, viewPort } = useProduct();
  const host = { hostname: srtHost ?? location.hostname, ingestPort, viewPort };
  const { stream_key: streamKey, passphrase, latency_ms: latencyMs } = secrets;
  const apps = [
    { app: 'Larix', link: larixLink(name, host, { streamKey, passphrase }, latencyMs) },
    { app: 'Moblin', link: moblinLink(name, host, { streamKey, passphrase }, latencyMs) },
  ].filter(({ app }) => app === 'Larix' || deviceKind(navigator) !== 'android');
  return (
    <div className="grid gap-3">
      {apps.map(({ app, link }, index) => (
        <a
          key={app}
          href={link}
          className={buttonVariants({
            variant: index === 0 ? 'primary' : 'outline',
            size: 'form',
            className: 'h-14 text-md',
          })}
        >
          Open in {app}
        </a>
      ))}
      <CopyLine label="SRT server" value={srtAuthority(host.hostname, ingestPort)} />
      <CopyLine label="Stream ID" value={streamKey} isWhole />
      {passphrase === null ? null : <CopyLine label="Passphrase" value={passphrase} />}
    </div>
  );
}
