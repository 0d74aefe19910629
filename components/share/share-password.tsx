import type { FormEvent } from 'react';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';

interface SharePasswordProps {
  /** Says who shares what. */
  offer: string;
  /** The problem with the last password. */
  message: string | null;
  onPassword: (password: string) => void;
}

/** Asks for the password of a share link. */
export function SharePassword({ offer, message, onPassword }: SharePasswordProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onPassword(String(new FormData(event.currentTarget).get('password')));
  };
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-sm content-center gap-6 p-6">
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Enter the password</h1>
        <p className="wrap-anywhere text-muted">{offer}</p>
        <p className="text-muted">Whoever sent you this link can tell you its password.</p>
      </div>
      <form onSubmit={submit} className="grid gap-4">
        {message ? <Alert variant="destructive">{message}</Alert> : null}
        <Field label="Password" name="password" type="password" autoComplete="off" required autoFocus />
        <Button type="submit" variant="primary" size="form">
          Watch
        </Button>
      </form>
    </main>
  );
}
