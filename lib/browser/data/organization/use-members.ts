import { useMutation, useQuery } from '@tanstack/react-query';
import type { CreateInvitationInput, UpdateOrganizationInput } from '@/lib/contracts/organization/members';
import type { Role } from '@/lib/contracts/permissions';
import { api } from '../../api/api-client';
import { switchOrganization } from '../../api/enter-session';
import { tokenStore } from '../../api/token-store';
import { authSessionStore } from '../../api/use-auth-session';
import { dataQuery, pagesQuery, reloadAfterError, useChange } from '../api-query';
import { queryKeys } from '../query-keys';

/** The organization's members. A page that could not load them tries again every 5 s. */
export const useMembers = () =>
  useQuery({ ...pagesQuery(queryKeys.members, 'GET /members'), refetchInterval: reloadAfterError });

/** The invitations that can still be accepted. */
export const useInvitations = () =>
  useQuery({ ...pagesQuery(queryKeys.invitations, 'GET /invitations'), refetchInterval: reloadAfterError });

/** Changes to members and invitations. Each change reloads the lists, even if it was refused. */
export function useMemberMutations() {
  // A member who leaves or loses rights loses invitations and API tokens as well.
  const ofMembers = [queryKeys.members, queryKeys.invitations, queryKeys.apiTokens];
  const ofInvitations = [queryKeys.invitations];
  return {
    changeRole: useChange(ofMembers, ({ id, role }: { id: string; role: Role }) =>
      api('PATCH /members/{id}', { params: { id }, body: { member: { role } } }),
    ),
    remove: useChange(ofMembers, (id: string) => api('DELETE /members/{id}', { params: { id } })),
    invite: useChange(
      ofInvitations,
      async (body: CreateInvitationInput) => (await api('POST /invitations', { body })).data,
    ),
    revoke: useChange(ofInvitations, (id: string) => api('DELETE /invitations/{id}', { params: { id } })),
  };
}

/** Updates the organization, and refreshes it wherever the page shows it. */
export const useUpdateOrganization = () =>
  useMutation({
    mutationFn: (organization: UpdateOrganizationInput['organization']) =>
      api('PATCH /organization', { body: { organization } }),
    onSuccess: () => authSessionStore.refresh(),
  });

/** Leaves the organization, which signs the user out. */
export const useLeaveOrganization = () => useMutation({ mutationFn: () => signOutBy(api('POST /organization/leave')) });

/** Counts what the organization holds. */
export const useOrganizationContents = () =>
  useQuery({ ...dataQuery(queryKeys.organizationContents, 'GET /organization'), refetchInterval: reloadAfterError });

/** Deletes the organization of this name, which signs the user out. */
export const useDeleteOrganization = () =>
  useMutation({
    mutationFn: (name: string) => signOutBy(api('POST /organization/delete', { body: { organization: { name } } })),
  });

/** Waits for a call that ends the session, and forgets its token. */
async function signOutBy(ending: Promise<unknown>): Promise<void> {
  const token = tokenStore.get();
  await ending;
  if (token) tokenStore.drop(token);
}

/** Switches to another of the user's organizations. */
export const useSwitchOrganization = () => useMutation({ mutationFn: switchOrganization });
