import { type FormEvent, useId, useState } from 'react';
import { Field } from '@/components/controls/field';
import { Button } from '@/components/ui/button';
import { readHandOverCode } from '@/lib/contracts/hand-over';

/** The page of a phone that comes without a link: it types the code of a camera that is handed over. */
export function CodeForm() {
  const faultId = useId();
  const [isFaulty, setFaulty] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = readHandOverCode(String(new FormData(event.currentTarget).get('code') ?? ''));
    setFaulty(code === null);
    // The page is that of the code's link from then on, also when it is loaded again.
    if (code !== null) location.hash = code;
  };
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center gap-6 p-6">
      <div className="grid gap-2">
        <h1 className="font-semibold text-xl tracking-tight">Take over a camera</h1>
        <p className="text-md text-muted">Type the code that the director, or the phone that films now, shows.</p>
      </div>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="Code"
          name="code"
          placeholder="K7QM-4XRT"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          faultId={isFaulty ? faultId : undefined}
          required
        />
        {isFaulty ? (
          <p id={faultId} role="alert" className="text-failed text-sm">
            A code has eight letters and digits, such as K7QM-4XRT.
          </p>
        ) : null}
        <Button type="submit" variant="primary" size="form" className="h-14 text-md">
          Continue
        </Button>
      </form>
      <p className="text-faint text-sm">
        Have you opened a link? This link is not complete. Copy all of it, or scan the code again.
      </p>
    </main>
  );
}
