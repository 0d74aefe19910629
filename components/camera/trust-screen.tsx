'use client';

import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { type DeviceKind, deviceKind } from './camera-words';

interface TrustScreenProps {
  /** Null: this server does not serve https itself. */
  httpsPort: number | null;
  /** The name of the authority that people trust; null where there is none. */
  authority: string | null;
}

/** A row of a picture that stands for the name of this server's authority. */
const authorityRow = '{authority}';

interface Step {
  text: string;
  /** Null: each browser looks different. */
  picture: TrustPictureProps | null;
}

const steps: Record<DeviceKind, { file: string; button: string; steps: Step[] }> = {
  apple: {
    file: '/trust/authority.mobileconfig',
    button: 'Download the profile',
    steps: [
      {
        text: 'Press Download the profile, and Allow.',
        picture: { title: 'Download a configuration profile?', rows: ['Ignore', 'Allow'], pressed: 'Allow' },
      },
      {
        text: 'Open Settings, press Profile Downloaded, then Install.',
        picture: {
          title: 'Settings',
          rows: ['Airplane Mode', 'Profile Downloaded', 'Wi-Fi'],
          pressed: 'Profile Downloaded',
        },
      },
      {
        text: 'Open Settings, General, About, Certificate Trust Settings, and switch on this certificate.',
        picture: {
          title: 'Certificate Trust Settings',
          rows: [authorityRow],
          pressed: authorityRow,
          isSwitch: true,
        },
      },
    ],
  },
  android: {
    file: '/trust/authority.crt',
    button: 'Download the certificate',
    steps: [
      {
        text: 'Press Download the certificate.',
        picture: { title: 'Download file?', rows: ['Cancel', 'Download'], pressed: 'Download' },
      },
      {
        text: 'Open Settings and search for “CA certificate”. Press Install anyway.',
        picture: {
          title: 'Install a certificate',
          rows: ['CA certificate', 'VPN and app user certificate', 'Wi-Fi certificate'],
          pressed: 'CA certificate',
        },
      },
      {
        text: 'Choose the file authority.crt in Downloads.',
        picture: { title: 'Downloads', rows: ['photo.jpg', 'authority.crt'], pressed: 'authority.crt' },
      },
    ],
  },
  other: {
    file: '/trust/authority.crt',
    button: 'Download the certificate',
    steps: [
      { text: 'Press Download the certificate.', picture: null },
      {
        text: 'Open the certificate settings of your browser or system, and import authority.crt as an authority.',
        picture: null,
      },
      { text: 'Trust it for websites, then restart the browser.', picture: null },
    ],
  },
};

const neverChanges = () => () => undefined;

/** Says how this device comes to trust the server, so that the camera page opens by https. */
export function TrustScreen({ httpsPort, authority }: TrustScreenProps) {
  const kind = useSyncExternalStore<DeviceKind>(
    neverChanges,
    () => deviceKind(navigator),
    () => 'other',
  );
  const device = steps[kind];
  const isReady = httpsPort !== null && authority !== null;
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center gap-6 p-6">
      <h1 className="font-semibold text-xl tracking-tight">Trust this server once</h1>
      {isReady ? (
        <>
          <p className="text-md text-muted">
            Browsers open the camera over https only. This server has made its own certificate, so this device has to
            trust it. Do that in a network that you know.
          </p>
          <ol className="grid list-decimal gap-4 pl-5 text-md">
            {device.steps.map(({ text, picture }) => (
              <li key={text}>
                {text}
                {picture ? <TrustPicture {...picture} authority={authority ?? ''} /> : null}
              </li>
            ))}
          </ol>
          <Button asChild variant="primary" size="form" className="h-14 text-md">
            <a href={device.file}>{device.button}</a>
          </Button>
          <p className="text-faint text-sm">
            Then go back to the link of your camera. Remove the certificate after the show in the same settings.
          </p>
        </>
      ) : (
        <p role="alert" className="text-md">
          This server has no certificate of its own. Ask the person who runs it; docs/tls.md shows the ways to https.
        </p>
      )}
    </main>
  );
}

interface TrustPictureProps {
  title: string;
  rows: string[];
  /** The row to press. */
  pressed: string;
  /** The row is switched on. */
  isSwitch?: boolean;
}

/** Draws the place in a phone's settings where to press. The step says the same in words. */
const TrustPicture = ({ title, rows, pressed, isSwitch, authority }: TrustPictureProps & { authority: string }) => (
  <div aria-hidden className="mt-2 max-w-64 overflow-hidden rounded-lg border bg-raised text-sm">
    <p className="border-b bg-control px-3 py-1.5 text-center font-medium">{title}</p>
    <ul className="divide-y">
      {rows.map((row) => (
        <li
          key={row}
          className={cn(
            'flex items-center gap-2 px-3 py-2 last:rounded-b-lg',
            row === pressed ? 'font-medium ring-2 ring-ink ring-inset' : 'text-muted',
          )}
        >
          <span className="min-w-0 flex-1">{row === authorityRow ? authority : row}</span>
          {row === pressed && isSwitch ? (
            <span className="flex h-5 w-9 justify-end rounded-full bg-ink p-0.5">
              <span className="size-4 rounded-full bg-canvas" />
            </span>
          ) : row === pressed ? (
            <span className="size-3 rounded-full border-2 border-ink" />
          ) : null}
        </li>
      ))}
    </ul>
  </div>
);
