'use client';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import type { ChosenPlan } from '@/lib/browser/data/organization/use-plan';
import type { PlanStateJson } from '@/lib/contracts/plan-schemas';
import { type Plan, type PlanSlug, plans } from '@/lib/contracts/plans';

interface PlanChoicesProps {
  plan: PlanStateJson;
  isPending: boolean;
  onChoose: (plan: ChosenPlan) => void;
}

/** The plans, with buttons for owners. An owner who already pays changes the plan at the payment provider. */
export function PlanChoices({ plan: state, isPending, onChoose }: PlanChoicesProps) {
  const { slug: current, chosen_slug: chosen, can_pay: canPay, is_paying: isPaying } = state;
  const mayChange = useMay('plan.change') && !isPaying;
  return (
    <ul aria-label="Plans" className="divide-y rounded-lg border">
      {plans.map((plan) => (
        <li key={plan.slug} className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <div className="grid min-w-0 flex-1 gap-0.5">
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{plan.name}</span>
              {plan.slug === current ? <Badge>Your plan</Badge> : null}
              {plan.slug === chosen ? <Badge>Chosen, not paid yet</Badge> : null}
            </div>
            <p className="text-muted text-sm">
              {streamsWords(plan)} · {priceWords(plan)}
            </p>
          </div>
          {mayChange ? (
            <div className="flex gap-2">
              {choicesOf(plan, { current, chosen, canPay }).map(({ text, period }) => (
                <Button
                  key={text}
                  aria-label={`${text} ${plan.name}`}
                  disabled={isPending}
                  onClick={() => onChoose({ slug: plan.slug, period })}
                >
                  {text}
                </Button>
              ))}
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

interface Choice {
  text: string;
  period?: ChosenPlan['period'];
}

interface Present {
  current: PlanSlug;
  chosen: PlanSlug | null;
  canPay: boolean;
}

/** The actions that a plan offers an owner. */
function choicesOf({ slug, monthly }: Plan, { current, chosen, canPay }: Present): Choice[] {
  if (slug === current) return chosen ? [{ text: 'Keep' }] : [];
  if (monthly === 0) return [{ text: 'Choose' }];
  if (!canPay) return slug === chosen ? [] : [{ text: 'Choose' }];
  return [
    { text: 'Pay monthly', period: 'month' },
    { text: 'Pay yearly', period: 'year' },
  ];
}

const streamsWords = ({ maxStreamsOn }: Plan): string =>
  maxStreamsOn === null ? '30 cameras on and more' : `${maxStreamsOn} cameras on`;

const priceWords = ({ monthly, yearly }: Plan): string =>
  monthly === 0 ? 'free' : `$${monthly} a month or $${yearly} a year`;
