import type { Metadata } from 'next';
import { EntranceColumns } from '@/components/auth/entrance-columns';
import { SignupForm } from '@/components/auth/signup-form';

export const metadata: Metadata = { title: 'Create an account' };

export default function SignupPage() {
  return (
    <EntranceColumns>
      <SignupForm />
    </EntranceColumns>
  );
}
