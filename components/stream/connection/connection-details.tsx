'use client';

import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { VideoMode } from '../video-mode';
import { ingestAddress, srtSecrets, viewAddress, vlcLatency } from './connection-strings';
import { CopyLine } from './copy-line';
import { encoderGuides } from './encoder-guides';
import { Encryption } from './encryption';
import { LatencyControl } from './latency-control';
import { NewKey } from './new-key';
import { useSrtHost } from './use-srt-host';

/** Everything that an encoder or a player needs to reach this stream. */
export function ConnectionDetails({ stream }: { stream: MemberStreamJson }) {
  const host = useSrtHost();
  const secrets = srtSecrets(stream);
  const { latency_ms: latencyMs } = stream.attributes;
  const guides = encoderGuides(host, secrets, latencyMs);
  return (
    <div className="grid gap-3 border-t p-3">
      <VideoMode media={stream.attributes.media} />
      <CopyLine label="Ingest address" value={ingestAddress(host, secrets, latencyMs)} />
      <NewKey stream={stream} use="ingest" />
      <div className="grid gap-1">
        <CopyLine label="View address" value={viewAddress(host, secrets, latencyMs)} />
        <p className="text-faint text-sm">
          For ffplay and OBS. In VLC, add <span className="font-mono">{vlcLatency(latencyMs)}</span>.
        </p>
      </div>
      <NewKey stream={stream} use="view" />
      <CopyLine label="Stream ID" value={stream.id} />
      <LatencyControl stream={stream} />
      <Encryption stream={stream} />
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
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
              {fields.map(({ label, value }) => (
                <div key={label} className="col-span-2 grid grid-cols-subgrid">
                  <dt className="text-faint">{label}</dt>
                  <dd className="font-mono break-all">{value}</dd>
                </div>
              ))}
            </dl>
          </TabsContent>
        ))}
      </Tabs>
    </div>
  );
}
