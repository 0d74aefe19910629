import type { Metadata } from 'next';
import { AuthColumns } from '@/components/auth/auth-columns';
import { AuthLink } from '@/components/auth/auth-link';
import { LoginForm } from '@/components/auth/login-form';
import { findPlan, withPlan } from '@/components/site/plans';

export const metadata: Metadata = { title: 'Sign in' };

export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const plan = findPlan((await searchParams).plan);
  return (
    <AuthColumns>
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Sign in</h1>
        <p className="text-muted">Enter your email and password to sign in to your account</p>
      </div>
      <LoginForm />
      <div className="grid gap-2 text-muted">
        <p>
          New here? <AuthLink href={withPlan('/signup', plan)}>Create an account</AuthLink>
        </p>
        <p>Don't have access? Ask an admin to invite you.</p>
      </div>
    </AuthColumns>
  );
}
