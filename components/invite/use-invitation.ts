import { useEffect, useState } from 'react';
import { api } from '@/lib/browser/api/api-client';
import type { FoundInvitationJson } from '@/lib/contracts/organization/members';

/** The result of looking up an invitation. */
interface LookUp {
  secret: string;
  invitation?: FoundInvitationJson;
  error?: unknown;
}

/** The invitation of a secret; neither it nor an error while it is being looked up. */
export function useInvitation(secret: string | null): Omit<LookUp, 'secret'> {
  const [lookUp, setLookUp] = useState<LookUp>();
  useEffect(() => {
    if (secret === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    api('POST /invitations/find', { body: { invitation: { secret } }, signal })
      .then(({ data: invitation }) => setLookUp({ secret, invitation }))
      .catch((error: unknown) => {
        if (!signal.aborted) setLookUp({ secret, error });
      });
    return () => leaving.abort();
  }, [secret]);
  return lookUp?.secret === secret ? lookUp : {};
}
