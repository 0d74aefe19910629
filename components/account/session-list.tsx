'use client';

import { Failure, Loading } from '@/components/controls/failure';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { authSessionStore } from '@/lib/browser/api/use-auth-session';
import { useAuthSessions, useEndAuthSessions } from '@/lib/browser/data/account/use-account';
import { formatTime } from '@/lib/browser/page/format-time';
import type { OwnAuthSessionJson } from '@/lib/contracts/accounts';
import { deviceWords } from '@/lib/core/device-words';

const rowClass = 'flex min-h-16 items-center gap-4 px-4 py-3';

/** Where the user is signed in, and the buttons that sign out there. */
export function SessionList() {
  const sessions = useAuthSessions();
  const { end, endOthers } = useEndAuthSessions();
  const failure = end.error ?? endOthers.error;
  const endOne = ({ id, attributes }: OwnAuthSessionJson) => {
    if (attributes.is_current) authSessionStore.logOut();
    else end.mutate(id);
  };

  return (
    <div className="grid gap-4">
      <Failure error={failure} text="Failed to sign that device out" />
      <Loading query={sessions} failure="Failed to load sessions" className="h-16 rounded-lg" />
      {sessions.data ? (
        <ul className="divide-y rounded-lg border">
          {sessions.data.map((session) => (
            <li key={session.id} className={rowClass}>
              <SessionWords session={session} />
              <Button
                className="ml-auto"
                aria-label={`Sign out ${deviceWords(session.attributes.user_agent)}`}
                disabled={end.isPending && end.variables === session.id}
                onClick={() => endOne(session)}
              >
                Sign out
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {sessions.data && sessions.data.length > 1 ? (
        <Button
          size="form"
          className="justify-self-start"
          disabled={endOthers.isPending}
          onClick={() => endOthers.mutate()}
        >
          Sign out of all other sessions
        </Button>
      ) : null}
    </div>
  );
}

function SessionWords({ session: { attributes } }: { session: OwnAuthSessionJson }) {
  const { is_current: isCurrent, last_seen_at: lastSeenAt, last_seen_address: address } = attributes;
  return (
    <div className="grid min-w-0 gap-0.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{deviceWords(attributes.user_agent)}</span>
        {isCurrent ? <Badge>This session</Badge> : null}
      </div>
      <p className="wrap-anywhere text-muted text-sm">
        {address ? <span className="font-mono">{address}</span> : <span>Unknown address</span>}
        {' · last seen '}
        <time dateTime={lastSeenAt}>{formatTime(new Date(lastSeenAt))}</time>
      </p>
    </div>
  );
}
