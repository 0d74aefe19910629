import { Button } from '@/components/ui/button';

interface ShareRefusalProps {
  message: string;
  /** Where it may open later. */
  onRetry?: () => void;
}

/** Says why a share link shows nothing, or nothing more. */
export const ShareRefusal = ({ message, onRetry }: ShareRefusalProps) => (
  <main className="mx-auto grid min-h-dvh max-w-sm place-content-center justify-items-center gap-4 p-6 text-center">
    <h1 className="font-semibold text-lg tracking-tight">Nothing to watch here</h1>
    <p role="alert" className="text-md text-muted">
      {message}
    </p>
    {onRetry ? (
      <Button variant="primary" size="form" onClick={onRetry}>
        Try again
      </Button>
    ) : null}
  </main>
);
