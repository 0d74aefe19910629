import type { Metadata } from 'next';
import { EntranceColumns } from '@/components/auth/entrance-columns';
import { LoginForm } from '@/components/auth/login-form';

export const metadata: Metadata = { title: 'Sign in' };

export default function LoginPage() {
  return (
    <EntranceColumns>
      <LoginForm />
    </EntranceColumns>
  );
}
