import { Alert } from '@/components/ui/alert';
import { Skeleton } from '@/components/ui/skeleton';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';

interface FailureProps {
  /** Null while nothing has failed: then nothing is shown. */
  error: unknown;
  /** Shown where the server gives no reason. */
  text: string;
}

/** Says why something failed. */
export const Failure = ({ error, text }: FailureProps) =>
  error ? <Alert variant="destructive">{messageOr(error, text)}</Alert> : null;

/** Says why a form was refused, each of its faults on a line. */
export const FormFailure = ({ error, text }: FailureProps) =>
  error ? <Alert variant="destructive">{detailsOr(error, messageOr(error, text))}</Alert> : null;

interface LoadingProps {
  query: { data: unknown; error: unknown; isPending: boolean };
  /** Shown where loading fails and the server gives no reason. */
  failure: string;
  /** Gives the place of the content its size. */
  className: string;
}

/** Stands where a query's data will be, or says why they did not come. Old data stay when a later request fails. */
export function Loading({ query, failure, className }: LoadingProps) {
  if (query.data === undefined && query.error) return <Failure error={query.error} text={failure} />;
  return query.isPending ? <Skeleton className={className} /> : null;
}
