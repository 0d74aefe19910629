import { Button } from '@/components/ui/button';

/** The page of a link until it is opened. */
export const LinkOpening = () => (
  <main className="grid min-h-dvh place-items-center p-6">
    <p role="status" className="text-muted">
      Opening…
    </p>
  </main>
);

interface LinkRefusalProps {
  title: string;
  message: string;
  /** Present when it may open later. */
  onRetry?: (() => void) | undefined;
}

/** The page of a link that does not open, or no longer. */
export const LinkRefusal = ({ title, message, onRetry }: LinkRefusalProps) => (
  <main className="mx-auto grid min-h-dvh max-w-sm place-content-center justify-items-center gap-4 p-6 text-center">
    <h1 className="font-semibold text-lg tracking-tight">{title}</h1>
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
