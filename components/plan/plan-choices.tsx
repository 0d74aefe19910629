'use client';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import { type Plan, type PlanSlug, plans } from '@/lib/contracts/plans';

interface PlanChoicesProps {
  current: PlanSlug;
  chosen: PlanSlug | null;
  isPending: boolean;
  onChoose: (slug: PlanSlug) => void;
}

/** The plans, and for owners the buttons that choose one. */
export function PlanChoices({ current, chosen, isPending, onChoose }: PlanChoicesProps) {
  const mayChange = useMay('plan.change');
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
          {mayChange && plan.slug !== (chosen ?? current) ? (
            <Button
              aria-label={plan.slug === current ? `Keep ${plan.name}` : `Choose ${plan.name}`}
              disabled={isPending}
              onClick={() => onChoose(plan.slug)}
            >
              {plan.slug === current ? 'Keep' : 'Choose'}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

const streamsWords = ({ maxStreamsOn }: Plan): string =>
  maxStreamsOn === null ? '30 cameras on and more' : `${maxStreamsOn} cameras on`;

const priceWords = ({ monthly, yearly }: Plan): string =>
  monthly === 0 ? 'free' : `$${monthly} a month or $${yearly} a year`;
