import type { Metadata } from 'next';
import { OrganizationScreen } from '@/components/organization/organization-screen';

export const metadata: Metadata = { title: 'Organization' };

export default function OrganizationPage() {
  return <OrganizationScreen />;
}
