'use client';

import { Failure } from '@/components/controls/failure';
import { Section } from '@/components/controls/section';
import { roleWords } from '@/components/members/role-select';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { useMay } from '@/lib/browser/api/use-may';
import { useSwitchOrganization } from '@/lib/browser/data/organization/use-members';
import type { AccountJson } from '@/lib/contracts/accounts';
import { DeleteOrganization, LeaveButton } from './leave-organization';
import { FirstLayout, OrganizationNameForm, RecordingRetention, WeeklyDigest } from './organization-settings';

/** The organization's name, the user's other organizations, and the way out of this one. */
export function OrganizationScreen({ canSendMail }: { canSendMail: boolean }) {
  const session = useAuthSession();
  const mayRename = useMay('organization.update');
  const mayDelete = useMay('organization.delete');
  if (session.status !== 'signed-in') return null;
  const { organization, organizations } = session;
  return (
    <div className="grid gap-10">
      <h1 className="wrap-anywhere font-semibold text-xl">{organization.name}</h1>
      {mayRename ? (
        <Section title="Name">
          <OrganizationNameForm key={organization.id} name={organization.name} />
        </Section>
      ) : null}
      {mayRename ? (
        <Section title="Multiview" text="The layout for members who have not chosen one in their browser.">
          <FirstLayout layout={organization.multiview_layout} />
        </Section>
      ) : null}
      {mayRename ? (
        <Section
          title="Recordings"
          text="The oldest recordings are deleted first. Recordings still running or uploading stay."
        >
          <RecordingRetention
            key={organization.id}
            keepDays={organization.recordings_keep_days}
            maxGb={organization.recordings_max_gb}
          />
        </Section>
      ) : null}
      {mayRename && canSendMail ? (
        <Section
          title="Weekly digest"
          text="An email each Monday: what was used in the last week beside the week before, with links to its show reports. None comes after a week without a picture."
        >
          <WeeklyDigest isOn={organization.weekly_digest} />
        </Section>
      ) : null}
      {organizations.length > 1 ? (
        <Section title="Your organizations">
          <OrganizationSwitch organizations={organizations} currentId={organization.id} />
        </Section>
      ) : null}
      <Section title="Leave" text="You will be signed out and need a new invitation to return.">
        <LeaveButton name={organization.name} />
      </Section>
      {mayDelete && !session.operates_server ? (
        <Section
          title="Delete"
          text="All that the organization has is gone for good, reports and analytics too. Encoders are disconnected. Accounts of people who are in no other organization go with it."
        >
          <DeleteOrganization key={organization.id} name={organization.name} />
        </Section>
      ) : null}
    </div>
  );
}

interface OrganizationSwitchProps {
  organizations: AccountJson['organizations'];
  currentId: string;
}

/** The user's organizations, each but the present one with a button that goes there. */
function OrganizationSwitch({ organizations, currentId }: OrganizationSwitchProps) {
  const change = useSwitchOrganization();
  return (
    <div className="grid gap-4">
      <Failure error={change.error} text="Failed to switch" />
      <ul className="divide-y rounded-lg border">
        {organizations.map(({ id, name, role }) => (
          <li key={id} className="flex min-h-14 items-center gap-4 px-4 py-2">
            <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <span dir="auto" className="wrap-anywhere font-medium">
                {name}
              </span>
              <Badge>{roleWords(role).name}</Badge>
            </div>
            {id === currentId ? (
              <span className="ml-auto text-muted">Open</span>
            ) : (
              <Button
                className="ml-auto"
                aria-label={`Switch to ${name}`}
                disabled={change.isPending}
                onClick={() => change.mutate(id)}
              >
                Switch
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
