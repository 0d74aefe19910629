import { Check } from 'lucide-react';
import Link from 'next/link';
import { SegmentedControl } from '@/components/controls/segmented-control';
import { buttonVariants } from '@/components/ui/button-variants';
import { plans } from './plans';

type Plan = (typeof plans)[number];

const dollars = (amount: number): string => `$${amount}`;

/** Shown while the period switch is set to them; the switch works without JavaScript. */
const inMonths = 'group-has-[[value=year]:checked]/pricing:hidden';
const inYears = 'hidden group-has-[[value=year]:checked]/pricing:block';

const periods = [
  { value: 'month', text: 'Monthly' },
  { value: 'year', text: 'Yearly' },
] as const;

function PlanColumn({ plan }: { plan: Plan }) {
  const { slug, name, streams, monthly, yearly, features } = plan;
  const isFree = monthly === 0;
  return (
    <li className="flex flex-col gap-5 rounded-lg border bg-raised p-6">
      <div className="grid gap-1">
        <h3 className="font-semibold text-md">{name}</h3>
        <p className={isFree ? undefined : inMonths}>
          <span className="font-semibold text-xl">{dollars(monthly)}</span>
          <span className="text-muted">/month</span>
        </p>
        {isFree ? null : (
          <p className={inYears}>
            <span className="font-semibold text-xl">{dollars(yearly)}</span>
            <span className="text-muted">/year</span>
          </p>
        )}
        <p className="min-h-5 text-muted text-sm">
          {isFree ? (
            'No card, no end date'
          ) : (
            <>
              <span className={inMonths}>or {dollars(yearly)} a year</span>
              <span className={inYears}>You save {dollars(12 * monthly - yearly)} a year</span>
            </>
          )}
        </p>
      </div>
      <Link
        href={isFree ? '/signup' : `/signup?plan=${slug}`}
        prefetch={false}
        className={buttonVariants({ variant: isFree ? 'primary' : 'outline', size: 'form' })}
      >
        {isFree ? 'Start for free' : `Choose ${name}`}
      </Link>
      <ul className="grid gap-2 text-muted">
        {[streams, ...features].map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
            {feature}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** The plans, billed monthly or yearly. */
export function Pricing() {
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-title"
      className="group/pricing grid scroll-mt-20 gap-8 border-t py-14 sm:py-20"
    >
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1.5">
          <h2 id="pricing-title" className="font-semibold text-xl">
            Pricing
          </h2>
          <p className="text-muted">Annual plans give 2 months free when billed yearly in advance.</p>
        </div>
        <SegmentedControl legend="Billing" name="period" options={periods} defaultValue="month" />
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {plans.map((plan) => (
          <PlanColumn key={plan.name} plan={plan} />
        ))}
      </ul>
    </section>
  );
}
