import { type Action, roleMay } from '@/lib/contracts/permissions';
import { useAuthSession } from './use-auth-session';

/** Whether the signed-in user's role allows an action: what it does not allow is not shown. The server asks again. */
export function useMay(action: Action): boolean {
  const session = useAuthSession();
  return session.status === 'signed-in' && roleMay(session.role, action);
}
