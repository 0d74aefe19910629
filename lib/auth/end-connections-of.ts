import { openBus } from '@/lib/platform/bus/open-bus';

/** An auth session or an API token that was revoked. */
export interface EndedCredential {
  id: string;
  organizationId: string;
}

/**
 * Ends what revoked credentials have open, once that is committed: their cable connections, and the places of their
 * participants in the rooms.
 */
export async function endConnectionsOf(ended: EndedCredential[]): Promise<void> {
  for (const { id: authSessionId, organizationId } of ended) {
    await openBus().publish({ type: 'auth_session_revoked', authSessionId, organizationId });
  }
}
