import { useMutation, useQuery } from '@tanstack/react-query';
import type { ChangeEmailInput, ChangePasswordInput, UpdateAccountInput } from '@/lib/contracts/accounts';
import { api } from '../../api/api-client';
import { authSessionStore } from '../../api/use-auth-session';
import { dataQuery, reloadAfterError, useChange } from '../api-query';
import { queryKeys } from '../query-keys';

/** Changes the user's name, which the page then shows everywhere. */
export const useUpdateAccount = () =>
  useMutation({
    mutationFn: (body: UpdateAccountInput) => api('PATCH /auth/me', { body }),
    onSuccess: (account) => authSessionStore.show(account),
  });

/** Asks for another e-mail address. The answer has it where it is changed at once; otherwise a link is on its way to it. */
export const useChangeEmail = () =>
  useMutation({
    mutationFn: (body: ChangeEmailInput) => api('PUT /auth/email', { body }),
    onSuccess: (account) => authSessionStore.show(account),
  });

/** Changes the user's password, which ends their other sessions. */
export const useChangePassword = () =>
  useChange([queryKeys.authSessions], (body: ChangePasswordInput) => api('PUT /auth/password', { body }));

/** Where the user is signed in. A page that could not load it tries again every 5 s. */
export const useAuthSessions = () =>
  useQuery({ ...dataQuery(queryKeys.authSessions, 'GET /auth/sessions'), refetchInterval: reloadAfterError });

/** Ending one auth session, or all others; the list is then loaded again, since one may have ended by itself. */
export const useEndAuthSessions = () => ({
  end: useChange([queryKeys.authSessions], (id: string) => api('DELETE /auth/sessions/{id}', { params: { id } })),
  endOthers: useChange([queryKeys.authSessions], () => api('DELETE /auth/sessions')),
});
