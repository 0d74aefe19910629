'use client';

import { ChevronDown } from 'lucide-react';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { VideoMode } from '../video-mode';
import { ingestAddress, srtSecrets, viewAddress, vlcLatency } from './connection-strings';
import { CopyLine } from './copy-line';
import { Encryption } from './encryption';
import { FeedChoices } from './feed-choices';
import { encoderGuides } from './guides/encoder-guides';
import { larixLink } from './guides/larix-link';
import { LarixQr } from './guides/larix-qr';
import { LatencyControl } from './latency-control';
import { LocalhostNote } from './localhost-note';
import { NewKey } from './new-key';
import { useSrtHost } from './use-srt-host';
import { useWhipAddress } from './use-whip-address';

/** Everything that an encoder or a player needs to reach this stream. */
export function ConnectionDetails({ stream }: { stream: MemberStreamJson }) {
  const host = useSrtHost();
  const secrets = srtSecrets(stream);
  const { name: streamName, latency_ms: latencyMs } = stream.attributes;
  const whipAddress = useWhipAddress(secrets.streamKey);
  const isPhone = stream.attributes.source_kind === 'phone';
  // A phone camera has no encoder that calls by SRT.
  const guides = isPhone ? [] : encoderGuides(host, secrets, latencyMs);
  return (
    <div data-details className="grid gap-3 border-t p-3">
      <VideoMode media={stream.attributes.media} />
      <LocalhostNote name={`srt-host-${stream.id}`} />
      {isPhone ? (
        <div className="grid gap-1">
          <CopyLine label="WHIP address" value={whipAddress} isWhole />
          <p className="text-faint text-sm">
            For OBS 30 and later, Larix and hardware encoders. Send H.264 and Opus, and leave the bearer token empty.
          </p>
        </div>
      ) : (
        <CopyLine label="Ingest address" value={ingestAddress(host, secrets, latencyMs)} isWhole />
      )}
      {guides.length > 0 ? (
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
      ) : null}
      <div className="grid gap-1">
        <CopyLine label="View address" value={viewAddress(host, secrets, latencyMs)} />
        <p className="text-faint text-sm">
          For ffplay and OBS. In VLC, add <span className="font-mono">{vlcLatency(latencyMs)}</span>.
        </p>
      </div>
      <CopyLine label="Camera ID (API)" value={stream.id} />
      <details className="group/more border-t pt-1">
        <summary className="flex min-h-8 cursor-pointer list-none items-center justify-between gap-2 rounded-md font-medium text-sm hover:text-ink pointer-coarse:min-h-11">
          {isPhone ? 'Encryption and keys' : 'Latency, encryption and keys'}
          <ChevronDown aria-hidden className="size-4 transition-transform group-open/more:rotate-180" />
        </summary>
        <div className="grid gap-3 pt-2">
          {isPhone ? null : <LatencyControl stream={stream} />}
          <FeedChoices stream={stream} />
          <Encryption stream={stream} />
          <NewKey stream={stream} use="ingest" />
          <NewKey stream={stream} use="view" />
        </div>
      </details>
    </div>
  );
}
