import type { Metadata } from 'next';
import { AuthColumns, AuthLink } from '@/components/auth/auth-columns';
import { RedirectSignedIn } from '@/components/auth/redirects';
import { SignupForm } from '@/components/auth/signup-form';
import { findPlan, withPlan } from '@/components/site/plans';
import { Card, CardContent, CardDescription, CardHeader } from '@/components/ui/card';
import { signUpRefusals } from '@/lib/contracts/sign-in';
import { webEnv } from '@/lib/platform/env/web-env';

export const metadata: Metadata = { title: 'Create an account' };

export default async function SignupPage({ searchParams }: PageProps<'/signup'>) {
  const plan = findPlan((await searchParams).plan);
  const { PRODUCT_NAME, SIGNUP } = webEnv();
  const signIn = (
    <p className="text-muted">
      Already have an account? <AuthLink href={withPlan('/login', plan)}>Sign in</AuthLink>
    </p>
  );
  if (SIGNUP !== 'open') {
    return (
      <AuthColumns>
        <RedirectSignedIn />
        <div className="grid gap-1.5">
          <h1 className="font-semibold text-xl">Create an account</h1>
          <p className="text-muted">{signUpRefusals[SIGNUP]}</p>
        </div>
        {signIn}
      </AuthColumns>
    );
  }
  return (
    <AuthColumns>
      <RedirectSignedIn />
      <div className="grid gap-1.5">
        <h1 className="break-words font-semibold text-xl">Get started with {PRODUCT_NAME}</h1>
        <p className="text-muted">Setup your account and organization</p>
      </div>
      {plan ? (
        <p className="flex h-10 items-center rounded-md border px-3 text-muted">
          Plan:&nbsp;<strong className="font-semibold text-ink">{plan.name}</strong>
        </p>
      ) : null}
      <Card>
        <CardHeader>
          {/* The page has one heading: this names the form. */}
          <p className="font-semibold">Create an account</p>
          <CardDescription>Enter your details to create your account and organization</CardDescription>
        </CardHeader>
        <CardContent>
          <SignupForm plan={plan?.slug} />
        </CardContent>
      </Card>
      {signIn}
    </AuthColumns>
  );
}
