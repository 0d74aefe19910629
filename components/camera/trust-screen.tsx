'use client';

import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { type DeviceKind, deviceKind } from './device-kind';
import { TrustPicture, type TrustPictureProps } from './trust-picture';

interface TrustScreenProps {
  /** Null: this server does not serve https itself. */
  httpsPort: number | null;
  hasAuthority: boolean;
}

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
        text: 'Open Settings, General, About, Certificate Trust Settings, and switch on Sightline.',
        picture: {
          title: 'Certificate Trust Settings',
          rows: ['Sightline on this network'],
          pressed: 'Sightline on this network',
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
        text: 'Choose the file sightline.crt in Downloads.',
        picture: { title: 'Downloads', rows: ['photo.jpg', 'sightline.crt'], pressed: 'sightline.crt' },
      },
    ],
  },
  other: {
    file: '/trust/authority.crt',
    button: 'Download the certificate',
    steps: [
      { text: 'Press Download the certificate.', picture: null },
      {
        text: 'Open the certificate settings of your browser or system, and import sightline.crt as an authority.',
        picture: null,
      },
      { text: 'Trust it for websites, then restart the browser.', picture: null },
    ],
  },
};

const neverChanges = () => () => undefined;

/** Says how this device comes to trust the server, so that the camera page opens by https. */
export function TrustScreen({ httpsPort, hasAuthority }: TrustScreenProps) {
  const kind = useSyncExternalStore<DeviceKind>(
    neverChanges,
    () => deviceKind(navigator),
    () => 'other',
  );
  const device = steps[kind];
  const isReady = httpsPort !== null && hasAuthority;
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
                {picture ? <TrustPicture {...picture} /> : null}
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
