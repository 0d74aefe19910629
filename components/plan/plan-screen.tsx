'use client';

import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { Failure } from '@/components/controls/failure';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { type ChosenPlan as Choice, useChangePlan, usePlan } from '@/lib/browser/data/organization/use-plan';
import type { PlanStateJson } from '@/lib/contracts/plan-schemas';
import { freePlan, type PlanSlug, planOf, plans } from '@/lib/contracts/plans';
import { PlanChoices } from './plan-choices';

/** The organization's plan: what is used, and the choice of another one. */
export function PlanScreen() {
  const plan = usePlan();
  const change = useChangePlan();
  const mayChange = useMay('plan.change');
  const [asksToLeave, setAsksToLeave] = useState(false);
  if (plan.isPending) return <Skeleton className="h-64 rounded-lg" />;
  if (!plan.data) return <Alert variant="destructive">{messageOr(plan.error, 'Failed to load the plan')}</Alert>;
  const { slug, chosen_slug: chosen, is_limited: isLimited, can_pay: canPay, is_paying: isPaying } = plan.data;
  const isLeaving = (next: Choice) => next.slug === freePlan && slug !== freePlan;
  return (
    <div className="grid gap-6">
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Plan</h1>
        <p className="text-muted">
          {isLimited ? `Your organization has ${nameOf(slug)}.` : 'No plan limits on this server.'}
        </p>
      </div>
      <PlanUsage plan={plan.data} />
      <Failure error={change.error} text="Failed to change the plan" />
      {isLimited ? (
        <>
          {chosen && !canPay ? <ChosenPlan slug={chosen} /> : null}
          <PlanChoices
            plan={plan.data}
            isPending={change.isPending}
            onChoose={(next) => (isLeaving(next) ? setAsksToLeave(true) : change.mutate(next))}
          />
          {isPaying && mayChange ? (
            <Button
              size="form"
              className="justify-self-start"
              disabled={change.isPending}
              onClick={() => change.mutate({ slug })}
            >
              Manage billing
            </Button>
          ) : null}
          <Confirm
            open={asksToLeave}
            onOpenChange={setAsksToLeave}
            question={`Change to ${planOf(freePlan).name}?`}
            consequence={`It applies at once, with ${planOf(freePlan).maxStreamsOn} cameras on. Cameras that are on stay on.`}
            action="Change"
            onConfirm={() => change.mutate({ slug: freePlan })}
          />
        </>
      ) : chosen ? (
        <Alert>{`You have chosen ${nameOf(chosen)}. This server has no plan limits, so there is nothing to pay.`}</Alert>
      ) : null}
    </div>
  );
}

/** A plan's name, or the slug of one that this page does not know. */
const nameOf = (slug: PlanSlug): string => plans.find((plan) => plan.slug === slug)?.name ?? slug;

const ChosenPlan = ({ slug }: { slug: PlanSlug }) => (
  <Alert>
    You have chosen {nameOf(slug)}. It begins with your payment. Contact the operator of this server to pay.
  </Alert>
);

/** How many cameras are on, of how many that may be. */
function PlanUsage({ plan: { streams_on: on, max_streams_on: max } }: { plan: PlanStateJson }) {
  return (
    <section aria-label="Usage" className="grid gap-2 rounded-lg border p-4">
      <p>
        <span className="font-semibold text-lg tabular-nums">
          {on} of {max}
        </span>{' '}
        cameras on
      </p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-control">
        <div className="h-full rounded-full bg-ink" style={{ width: `${Math.min(100, (100 * on) / max)}%` }} />
      </div>
      {on >= max ? (
        <p className="text-muted">
          {`${on > max ? 'Cameras that are on stay on. ' : ''}To turn on another camera, turn off ${on === max ? 'one' : on - max + 1} first.`}
        </p>
      ) : null}
    </section>
  );
}
