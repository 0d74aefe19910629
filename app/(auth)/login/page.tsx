import type { Metadata } from 'next';
import { AuthColumns, AuthLink } from '@/components/auth/auth-columns';
import { LoginForm } from '@/components/auth/login-form';
import { RedirectSignedIn } from '@/components/auth/redirects';
import { findPlan, withPlan } from '@/components/site/plans';
import { Alert } from '@/components/ui/alert';
import { buttonVariants } from '@/components/ui/button-variants';
import { oidcSignIn } from '@/lib/auth/oidc/oidc-sign-in';
import { withReturnPath } from '@/lib/browser/page/return-path';
import { ssoRefusals } from '@/lib/contracts/sign-in';
import { webEnv } from '@/lib/platform/env/web-env';

export const metadata: Metadata = { title: 'Sign in' };

export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const { plan: slug, sso, reset, next } = await searchParams;
  const plan = findPlan(slug);
  const refusal = Object.entries(ssoRefusals).find(([name]) => name === sso)?.[1];
  const provider = oidcSignIn();
  return (
    <AuthColumns>
      <RedirectSignedIn />
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Sign in</h1>
        <p className="text-muted">Enter your email and password to sign in to your account</p>
      </div>
      {refusal ? <Alert variant="destructive">{refusal}</Alert> : null}
      {reset === 'done' ? <Alert>Your password is changed. Sign in with the new one.</Alert> : null}
      <LoginForm />
      {provider ? (
        <a
          href={withReturnPath(provider.href, typeof next === 'string' ? next : '/app')}
          className={buttonVariants({ size: 'form', className: 'wrap-anywhere' })}
        >
          Continue with {provider.name}
        </a>
      ) : null}
      <div className="grid gap-2 text-muted">
        <p>
          <AuthLink href="/reset-password">Forgot password?</AuthLink>
        </p>
        {webEnv().SIGNUP === 'open' ? (
          <p>
            New here? <AuthLink href={withPlan('/signup', plan)}>Create an account</AuthLink>
          </p>
        ) : null}
        <p>Don't have access? Ask an admin to invite you.</p>
      </div>
    </AuthColumns>
  );
}
