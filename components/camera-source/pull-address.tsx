'use client';

import dynamic from 'next/dynamic';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { CopyLine } from '@/components/controls/copy-line';
import { Field } from '@/components/controls/field';
import { toastFailure } from '@/components/controls/toast-failure';
import { Button } from '@/components/ui/button';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { isEscape } from '@/lib/browser/page/pressed-key';
import { maxPullAddressLength } from '@/lib/contracts/pull-address';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { SourceSettingForm } from './source-setting-form';

/** The addresses that cameras have, by their makers. */
export const pullExamples = [
  { name: 'PTZOptics', place: 'rtsp://USER:PASSWORD@HOST/1' },
  { name: 'Axis', place: 'rtsp://USER:PASSWORD@HOST/axis-media/media.amp?videocodec=h264' },
  { name: 'Hikvision', place: 'rtsp://USER:PASSWORD@HOST/Streaming/Channels/101' },
  { name: 'Encoder that listens for SRT', place: 'srt://HOST:9000?passphrase=…' },
  { name: 'MediaMTX, nginx-rtmp and others', place: 'rtmp://HOST/live/STREAM' },
  { name: 'Another Sightline', place: 'the View address of its camera' },
  { name: 'VLC and ffmpeg', place: 'http://HOST:8080/stream.ts' },
];

interface PullAddressFieldProps {
  value: string;
  onChange: (address: string) => void;
}

// Few cameras are pulled, and the page need not wait for that.
const PullTry = dynamic(() => import('./pull-try').then(({ PullTry }) => PullTry), { ssr: false });

/** The field for the address that the server opens, and a try of it. */
export const PullAddressField = ({ value, onChange }: PullAddressFieldProps) => (
  <div className="grid gap-2">
    <Field
      label="Address to pull"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      placeholder="rtsp://user:password@192.168.1.20/1"
      maxLength={maxPullAddressLength}
      required
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
    />
    <PullTry address={value} />
  </div>
);

/** The address that the server pulls a camera from, without its password, and a form for another one. */
export function PullAddress({ stream }: { stream: MemberStreamJson }) {
  const { pull_address: present } = stream.attributes;
  const [isEditing, setIsEditing] = useState(false);
  const [address, setAddress] = useState('');
  const { setPullAddress } = useStreamMutations();
  const close = () => {
    setIsEditing(false);
    setAddress('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPullAddress.mutate(
      { id: stream.id, pullAddress: address },
      { onSuccess: close, onError: toastFailure('Error', 'Failed to update stream') },
    );
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (isEscape(event.nativeEvent)) close();
  };

  if (present !== null && !isEditing) {
    return (
      <div className="grid justify-items-start gap-2">
        <CopyLine isWhole label="Pulled from, without password" value={present} className="w-full" />
        <Button onClick={() => setIsEditing(true)}>Change address</Button>
      </div>
    );
  }
  return (
    <SourceSettingForm
      action="Save address"
      isPending={setPullAddress.isPending}
      onSubmit={submit}
      onKeyDown={cancelOnEscape}
      onCancel={present === null ? null : close}
    >
      <PullAddressField value={address} onChange={setAddress} />
    </SourceSettingForm>
  );
}
