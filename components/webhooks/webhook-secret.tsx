import { CopyLine } from '@/components/stream/connection/copy-line';
import { Button } from '@/components/ui/button';

interface WebhookSecretProps {
  secret: string;
  /** Whether another secret still signs as well. */
  isRotated: boolean;
  onDone: () => void;
}

/** A webhook's new secret, shown this once. */
export function WebhookSecret({ secret, isRotated, onDone }: WebhookSecretProps) {
  return (
    <section aria-label="Signing secret" className="grid gap-3 rounded-lg border border-line-strong bg-raised p-4">
      <p className="font-medium">Copy the secret now. It is not shown again.</p>
      <CopyLine label="Signing secret" value={secret} hideLabel />
      <p className="text-muted text-sm">
        Your receiver verifies every request with it (Standard Webhooks).
        {isRotated ? ' Requests are signed with the old secret as well for 24 hours.' : ''}
      </p>
      <Button className="justify-self-start" onClick={onDone}>
        Done
      </Button>
    </section>
  );
}
