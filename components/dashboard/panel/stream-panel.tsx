'use client';

import { ArrowLeft, TriangleAlert } from 'lucide-react';
import { RecordButton, RecorderHint } from '@/components/recordings/record-button';
import { sizeWords } from '@/components/recordings/recording-words';
import { AlarmsButton } from '@/components/stream/alarms/alarms-button';
import { Findings } from '@/components/stream/findings/findings';
import { CameraNumber } from '@/components/stream/marks';
import { oldFigures, useShownState } from '@/components/stream/shown-state';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { useMay } from '@/lib/browser/api/use-may';
import { useLiveStatus } from '@/lib/browser/data/live-streams';
import { useLiveMetrics } from '@/lib/browser/data/use-samples';
import { useIncidents } from '@/lib/browser/data/use-stream-history';
import { isMemberStream } from '@/lib/contracts/is-member-stream';
import type { StreamJson } from '@/lib/contracts/streams';
import { StreamHistory } from '../charts/stream-history';
import { droppedFramesLevel, QualityBar, reconnectLevel } from '../quality-bar';
import { type PowerFailure, StartStopButton } from '../start-stop-button';
import { ActiveSince, AlertMark, StatusBadge } from '../stream-marks';
import { useTrueFor } from '../use-true-for';
import { FeedDetails, IncidentList, LevelFigure, PodDetails } from './panel-details';

interface StreamPanelProps {
  stream: StreamJson;
  onClose: () => void;
  onFailure: (failure: PowerFailure | undefined) => void;
}

/**
 * The details of one stream: state, levels, history, incidents, and where it runs. It stays mounted when another stream
 * is selected, because mounting it again takes twice as long. Parts with one stream's state use its id as their key.
 */
export function StreamPanel({ stream, onClose, onFailure }: StreamPanelProps) {
  const { name, status, status_reason: reason, signal, media = null, findings = [], recording } = stream.attributes;
  useLiveStatus(stream.id);
  const samples = useLiveMetrics(stream.id, true);
  const maySwitch = useMay('streams.start');
  const mayReadIncidents = useMay('incidents.read');
  const incidents = useIncidents(stream, mayReadIncidents).data ?? [];
  const isLive = status === 'active' && signal === 'live';
  const sample = isLive ? samples?.at(-1) : undefined;
  const { figures, tone } = useShownState(stream, sample);
  const latest = figures === 'judged' || figures === 'plain' ? sample : undefined;
  const judged = figures === 'judged' ? sample : undefined;
  /** Counts since the stream was switched on stay true while its camera is away. */
  const counts = samples?.at(-1);

  return (
    <Card
      as="article"
      aria-label={name}
      data-testid="stream-panel"
      className="grid gap-5 p-4 xl:sticky xl:top-20 xl:max-h-[calc(100dvh-6.5rem)] xl:overflow-y-auto"
    >
      <header className="grid gap-3">
        <Button variant="ghost" className="-mt-2 -mb-1 -ml-2 justify-self-start px-2 xl:hidden" onClick={onClose}>
          <ArrowLeft aria-hidden />
          All cameras
        </Button>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="grid min-w-0 justify-items-start gap-1.5">
            <h2 className="min-w-0 wrap-anywhere font-semibold text-lg tracking-tight">
              <CameraNumber number={stream.attributes.number} /> <bdi>{name}</bdi>
            </h2>
            <div className="flex flex-wrap items-center gap-2 text-muted text-sm">
              <StatusBadge stream={stream} sample={sample} />
              <p>
                <ActiveSince stream={stream} />
              </p>
              {recording ? <p>{sizeWords(recording.size_bytes)} recorded</p> : null}
            </div>
          </div>
          <div className="flex items-center">
            {isMemberStream(stream) ? <RecordButton stream={stream} /> : null}
            {isMemberStream(stream) ? <AlarmsButton key={stream.id} stream={stream} className="px-2 text-sm" /> : null}
            {maySwitch ? <StartStopButton key={stream.id} stream={stream} onFailure={onFailure} /> : null}
          </div>
        </div>
      </header>
      {status === 'provisioning' ? <SlowStartNote key={stream.id} /> : null}
      {status === 'error' && reason ? <Alert variant="destructive">{reason}</Alert> : null}
      {recording ? <RecorderHint recording={recording} /> : null}
      {findings.length > 0 ? (
        <div className="grid gap-5" data-testid="findings">
          {[
            { title: 'Problems', shown: findings.filter(({ severity }) => severity !== 'info') },
            { title: 'Notes', shown: findings.filter(({ severity }) => severity === 'info') },
          ].map(({ title, shown }) =>
            shown.length > 0 ? (
              <section key={title} className="grid gap-2">
                <h3 className="font-medium">{title}</h3>
                <Findings key={stream.id} stream={stream} findings={shown} />
              </section>
            ) : null,
          )}
        </div>
      ) : null}
      <dl className={cn('grid grid-cols-3 gap-4 text-sm', tone === 'unknown' && oldFigures)}>
        <div className="grid content-start gap-1">
          <dt className="text-muted">Quality</dt>
          <dd className="grid gap-0.5">
            <QualityBar score={judged?.quality_score ?? null} />
            {judged?.alert_level ? <AlertMark level={judged.alert_level} /> : null}
          </dd>
        </div>
        <LevelFigure name="Dropped frames" count={counts?.dropped_frames ?? null} levelOf={droppedFramesLevel} />
        <LevelFigure name="Reconnects" count={counts?.reconnect_count ?? null} levelOf={reconnectLevel} />
      </dl>
      <StreamHistory
        streamId={stream.id}
        live={samples}
        incidents={incidents}
        latencyMs={stream.attributes.latency_ms}
      />
      {latest ? <FeedDetails media={media} sample={latest} /> : null}
      {mayReadIncidents ? (
        <section className="grid gap-2">
          <h3 className="font-medium">Incidents</h3>
          <IncidentList incidents={incidents} />
        </section>
      ) : null}
      {isMemberStream(stream) ? <PodDetails stream={stream} /> : null}
    </Card>
  );
}

/** Spec, section 9. */
const provisioningLimitMs = 30_000;

/** A warning beside a stream that has been provisioning for longer than expected. */
function SlowStartNote() {
  const isSlow = useTrueFor(true, provisioningLimitMs);
  if (!isSlow) return null;
  return (
    <p role="alert" className="flex gap-2.5 rounded-md border border-pending/50 p-3 text-pending">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      Provisioning is taking longer than expected.
    </p>
  );
}
