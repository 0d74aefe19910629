'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { CopyLine } from './copy-line';
import { PassphraseForm } from './passphrase-form';

/** A stream's SRT encryption: off, or its passphrase, and the button that changes it. */
export function Encryption({ stream }: { stream: MemberStreamJson }) {
  const { passphrase } = stream.attributes;
  const [editing, setEditing] = useState(false);
  if (editing) return <PassphraseForm stream={stream} onClose={() => setEditing(false)} />;
  return (
    <div className="flex flex-wrap items-end justify-between gap-2">
      {passphrase === null ? (
        <div className="grid gap-1">
          <span className="text-faint text-xs">Encryption</span>
          <p className="text-muted text-sm">Off. Anyone on the network path can watch this stream.</p>
        </div>
      ) : (
        <CopyLine label="Encryption passphrase" value={passphrase} className="flex-1" />
      )}
      <Button onClick={() => setEditing(true)}>{passphrase === null ? 'Set passphrase' : 'Change'}</Button>
    </div>
  );
}
