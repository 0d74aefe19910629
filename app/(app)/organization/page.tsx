import type { Metadata } from 'next';
import { OrganizationScreen } from '@/components/organization/organization-screen';
import { canSendMail } from '@/lib/platform/mail/send-mail';

export const metadata: Metadata = { title: 'Organization' };

export default function OrganizationPage() {
  return <OrganizationScreen canSendMail={canSendMail()} />;
}
