'use client';

import { Section } from '@/components/controls/section';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { useMay } from '@/lib/browser/api/use-may';
import { DeleteOrganization } from './delete-organization';
import { FirstLayout } from './first-layout';
import { LeaveButton } from './leave-button';
import { OrganizationNameForm } from './organization-name-form';
import { OrganizationSwitch } from './organization-switch';
import { RecordingRetention } from './recording-retention';
import { WeeklyDigest } from './weekly-digest';

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
          text="Whole recordings are deleted, the oldest first. One that is still running, or not in the bucket yet, stays."
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
