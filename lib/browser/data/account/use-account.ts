import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChangeEmailInput, ChangePasswordInput, UpdateAccountInput } from '@/lib/contracts/accounts';
import { api } from '../../api/api-client';
import { authSessionStore } from '../../api/use-auth-session';
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
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePasswordInput) => api('PUT /auth/password', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.authSessions }),
  });
}
