import { Badge } from '@/components/ui/badge';
import { formatTime } from '@/lib/browser/page/format-time';
import type { AuditEntryJson } from '@/lib/contracts/organization/audit';
import { auditWords } from '@/lib/contracts/organization/audit-words';
import { lookUp } from '@/lib/core/look-up';

interface AuditLineProps {
  entry: AuditEntryJson;
  onActor: (id: string) => void;
  onThing: (thing: { id: string; name: string }) => void;
}

/** One line of the audit trail as a sentence. The person and the thing in it are buttons that ask for more of them. */
export function AuditLine({ entry: { attributes }, onActor, onThing }: AuditLineProps) {
  const { actor, action, thing, detail, address, occurred_at: at } = attributes;
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-baseline">
      <p className="wrap-anywhere">
        <button type="button" title="Only what they did" className={nameClass} onClick={() => onActor(actor.id)}>
          {actor.name}
        </button>
        {actor.type === 'api_token' ? <Badge className="ml-1.5 align-text-bottom">API token</Badge> : null}
        <span>{` ${lookUp(auditWords, action) ?? action}`}</span>
        {thing.name === null ? null : (
          <>
            {' '}
            <button
              type="button"
              title="Only what was done to this"
              className={nameClass}
              onClick={() => onThing({ id: thing.id, name: thing.name ?? '' })}
            >
              {thing.name}
            </button>
          </>
        )}
        <span>{detail === null ? '.' : ` ${detail}.`}</span>
      </p>
      <p className="text-muted text-sm sm:text-right">
        <time dateTime={at}>{formatTime(new Date(at))}</time>
        {address === null ? null : (
          <>
            {' · '}
            <span className="wrap-anywhere font-mono">{address}</span>
          </>
        )}
      </p>
    </li>
  );
}

const nameClass =
  'wrap-anywhere cursor-pointer text-left font-medium underline decoration-line-strong underline-offset-4 hover:decoration-ink';
