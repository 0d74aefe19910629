import { type Action, roleMay } from '@/lib/contracts/permissions';
import { useAuthSession } from './use-auth-session';

/**
 * Whether the signed-in user's role allows an action. Screens hide controls for other actions, and the server asks
 * again.
 */
export function useMay(action: Action): boolean {
  const session = useAuthSession();
  return session.status === 'signed-in' && roleMay(session.role, action);
}
