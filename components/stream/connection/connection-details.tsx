'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { srtSecrets, viewAddress, vlcLatency } from '@/components/camera-source/connection-strings';
import { useSrtHost } from '@/components/camera-source/ingest-addresses';
import { LocalhostNote } from '@/components/camera-source/localhost-note';
import { SourceControl } from '@/components/camera-source/source-control';
import { sourceForms } from '@/components/camera-source/source-forms';
import { CopyLine } from '@/components/controls/copy-line';
import { VideoMode } from '@/components/controls/media-words';
import { HandOverButton } from '@/components/phones/hand-over-button';
import { PtzSettings } from '@/components/ptz/ptz-settings';
import { Button } from '@/components/ui/button';
import { sourceKinds } from '@/lib/contracts/source-kinds';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { DestinationsButton } from '../destinations/destinations-button';
import { FeedChoices } from './feed-choices';
import { LipSyncControl } from './lip-sync-control';
import { NewKey } from './new-key';
import { PassphraseForm } from './passphrase-form';
import { SpareControl } from './spare-control';

/** Everything that an encoder or a player needs to reach this stream. */
export function ConnectionDetails({ stream }: { stream: MemberStreamJson }) {
  const host = useSrtHost();
  const { latency_ms: latencyMs, source_kind: sourceKind } = stream.attributes;
  const { SetUp, Settings, settingsTitle } = sourceForms[sourceKind];
  return (
    <section
      aria-label={`Connection of ${stream.attributes.name}`}
      className="grid items-start gap-x-8 gap-y-3 p-3 lg:grid-cols-2 lg:p-4"
    >
      <div className="grid min-w-0 gap-3">
        <VideoMode media={stream.attributes.media} />
        <LocalhostNote name={`srt-host-${stream.id}`} />
        <SetUp stream={stream} />
      </div>
      <div className="grid min-w-0 gap-3">
        <div className="grid gap-1">
          <CopyLine label="View address" value={viewAddress(host, srtSecrets(stream), latencyMs)} />
          <p className="text-faint text-sm">
            For ffplay and OBS. In VLC, add <span className="font-mono">{vlcLatency(latencyMs)}</span>.
          </p>
        </div>
        <DestinationsButton stream={stream} />
        <CopyLine label="Camera ID (API)" value={stream.id} />
        <details className="group/more border-t pt-1">
          <summary className="flex min-h-8 cursor-pointer list-none items-center justify-between gap-2 rounded-md font-medium text-sm hover:text-ink pointer-coarse:min-h-11">
            {settingsTitle}
            <ChevronDown aria-hidden className="size-4 transition-transform group-open/more:rotate-180" />
          </summary>
          <div className="grid gap-3 pt-2">
            <SourceControl stream={stream} />
            <HandOverButton stream={stream} className="justify-self-start" />
            {Settings ? <Settings stream={stream} /> : null}
            <FeedChoices stream={stream} />
            {sourceKinds[sourceKind].workerSource === 'room' ? null : <LipSyncControl stream={stream} />}
            {sourceKinds[sourceKind].canHaveSpare ? <SpareControl stream={stream} /> : null}
            <Encryption stream={stream} />
            <NewKey stream={stream} use="ingest" />
            <NewKey stream={stream} use="view" />
            <PtzSettings stream={stream} />
          </div>
        </details>
      </div>
    </section>
  );
}

/** A stream's SRT encryption: off, or its passphrase, and the button that changes it. */
function Encryption({ stream }: { stream: MemberStreamJson }) {
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
