import { multiviewLayouts } from '@/lib/contracts/multiview-layouts';
import type {
  FoundInvitationJson,
  InvitationJson,
  MemberJson,
  NewInvitationJson,
} from '@/lib/contracts/organization/members';
import { fullName } from '@/lib/core/full-name';
import type { OpenInvitation } from '@/lib/use-cases/members/invitation/open-invitation';
import type { Organization } from '@/prisma/generated/client';
import type { Member } from './member';

/** An organization as the API shows it. */
export const serializeOrganization = ({
  id,
  name,
  multiviewLayout,
  recordingsKeepDays,
  recordingsMaxGb,
  weeklyDigestSince,
}: Organization) => ({
  id,
  name,
  multiview_layout: multiviewLayouts.find((layout) => layout === multiviewLayout) ?? null,
  recordings_keep_days: recordingsKeepDays,
  recordings_max_gb: recordingsMaxGb,
  weekly_digest: weeklyDigestSince !== null,
});

/** A member as the API shows it. */
export const serializeMember = ({ user, role, createdAt }: Member): MemberJson => ({
  id: user.id,
  type: 'member',
  attributes: {
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    role,
    joined_at: createdAt.toISOString(),
  },
});

/** An invitation as the API shows it, without its secret. */
export const serializeInvitation = (invitation: OpenInvitation): InvitationJson => ({
  id: invitation.id,
  type: 'invitation',
  attributes: {
    role: invitation.role,
    email: invitation.email,
    inviter_name: inviterName(invitation),
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  },
});

/** A new invitation as the API shows it, with its secret. */
export function serializeNewInvitation(
  invitation: OpenInvitation,
  { secret, isMailed }: { secret: string; isMailed: boolean },
): NewInvitationJson {
  const { attributes, id, type } = serializeInvitation(invitation);
  return { id, type, attributes: { ...attributes, secret, is_mailed: isMailed } };
}

/** An invitation as the API shows it to a holder of its secret. */
export const serializeFoundInvitation = (invitation: OpenInvitation): FoundInvitationJson => ({
  organization: { id: invitation.organization.id, name: invitation.organization.name },
  inviter_name: inviterName(invitation),
  role: invitation.role,
  email: invitation.email,
});

const inviterName = ({ inviter }: OpenInvitation): string | null =>
  inviter && fullName(inviter.firstName, inviter.lastName);
