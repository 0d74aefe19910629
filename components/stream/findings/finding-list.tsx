import { AcknowledgeButton } from '@/components/stream/alarms/acknowledge-button';
import { alarmsOf } from '@/components/stream/alarms/alarm-words';
import { SeveritySign } from '@/components/stream/severity-sign';
import { formatTime } from '@/lib/browser/page/format-time';
import type { ShownFinding, StreamJson } from '@/lib/contracts/streams';
import { type FindingEncoder, findingText, severityWord } from './finding-words';

interface FindingListProps {
  stream: StreamJson;
  /** Those of the stream to list. */
  findings: readonly ShownFinding[];
  /** The encoder whose settings are shown; null shows none. */
  encoder: FindingEncoder | null;
}

/** The doctor's findings, one below the other. */
export function FindingList({ stream, findings, encoder }: FindingListProps) {
  const alarms = alarmsOf(stream.attributes);
  return (
    <ul className="grid gap-4">
      {findings.map((finding) => {
        const { code, severity, settings, since } = finding;
        const { sentence, fix } = findingText(finding);
        const alarm = alarms.find((one) => one.finding === finding);
        return (
          <li key={code} className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2.5 gap-y-1 text-sm">
            <SeveritySign severity={severity} />
            <p className="font-medium">{sentence}</p>
            <p className="col-start-2 text-muted">{fix}</p>
            {encoder && settings ? (
              <p className="col-start-2 rounded-md bg-control px-2 py-1.5 font-mono text-xs wrap-anywhere">
                {settings[encoder]}
              </p>
            ) : null}
            <p className="col-start-2 text-faint text-xs">
              {severityWord(finding)}, since <time dateTime={since}>{formatTime(new Date(since))}</time>
            </p>
            {alarm ? (
              <AcknowledgeButton
                stream={stream}
                alarm={alarm}
                className="col-start-2 justify-self-start text-muted text-xs"
              />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
