import type { Metadata } from 'next';
import { EntranceColumns } from '@/components/auth/entrance-columns';
import { EntranceLink } from '@/components/auth/entrance-link';
import { PlanNote } from '@/components/auth/plan-note';
import { SignupForm } from '@/components/auth/signup-form';
import { findPlan, withPlan } from '@/components/site/plans';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card';
import { webEnv } from '@/lib/platform/env/web-env';

export const metadata: Metadata = { title: 'Create an account' };

export default async function SignupPage({ searchParams }: PageProps<'/signup'>) {
  const plan = findPlan((await searchParams).plan);
  return (
    <EntranceColumns>
      <div className="grid gap-1.5">
        <h1 className="break-words font-semibold text-xl">Get started with {webEnv().PRODUCT_NAME}</h1>
        <p className="text-muted">Setup your account and organization</p>
      </div>
      <PlanNote name={plan?.name} />
      <Card>
        <CardHeader>
          <CardTitle>Create an account</CardTitle>
          <CardDescription>Enter your details to create your account and organization</CardDescription>
        </CardHeader>
        <CardContent>
          <SignupForm />
        </CardContent>
      </Card>
      <p className="text-muted">
        Already have an account? <EntranceLink href={withPlan('/login', plan)}>Sign in</EntranceLink>
      </p>
    </EntranceColumns>
  );
}
