import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  CreateInvitationInput,
  InvitationJson,
  MemberJson,
  UpdateOrganizationInput,
} from '@/lib/contracts/organization/members';
import type { Role } from '@/lib/contracts/permissions';
import { api } from '../../api/api-client';
import { switchOrganization } from '../../api/enter-session';
import { tokenStore } from '../../api/token-store';
import { authSessionStore } from '../../api/use-auth-session';
import { loadPages } from '../load-pages';
import { queryKeys } from '../query-keys';
import { reloadAfterError } from '../reload-after-error';

/** The organization's members. A page that could not load them tries again every 5 s. */
export const useMembers = () =>
  useQuery({
    queryKey: queryKeys.members,
    queryFn: ({ signal }) => loadPages<MemberJson>((cursor) => api('GET /members', { query: { cursor }, signal })),
    refetchInterval: reloadAfterError,
  });

/** The invitations that can still be accepted. */
export const useInvitations = () =>
  useQuery({
    queryKey: queryKeys.invitations,
    queryFn: ({ signal }) =>
      loadPages<InvitationJson>((cursor) => api('GET /invitations', { query: { cursor }, signal })),
    refetchInterval: reloadAfterError,
  });

/** Changes to members and invitations. Each change reloads the lists, even if it was refused. */
export function useMemberMutations() {
  const client = useQueryClient();
  const reload = (queryKey: readonly string[]) => client.invalidateQueries({ queryKey });
  // A member who leaves or loses rights loses invitations and API tokens as well.
  const changed = [queryKeys.members, queryKeys.invitations, queryKeys.apiTokens];
  const onMembersSettled = () => Promise.all(changed.map(reload));
  const onInvitationsSettled = () => reload(queryKeys.invitations);
  return {
    changeRole: useMutation({
      mutationFn: ({ id, role }: { id: string; role: Role }) =>
        api('PATCH /members/{id}', { params: { id }, body: { member: { role } } }),
      onSettled: onMembersSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api('DELETE /members/{id}', { params: { id } }),
      onSettled: onMembersSettled,
    }),
    invite: useMutation({
      mutationFn: async (body: CreateInvitationInput) => (await api('POST /invitations', { body })).data,
      onSettled: onInvitationsSettled,
    }),
    revoke: useMutation({
      mutationFn: (id: string) => api('DELETE /invitations/{id}', { params: { id } }),
      onSettled: onInvitationsSettled,
    }),
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
  useQuery({
    queryKey: queryKeys.organizationContents,
    queryFn: async ({ signal }) => (await api('GET /organization', { signal })).data,
    refetchInterval: reloadAfterError,
  });

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
