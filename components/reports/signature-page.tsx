'use client';

import { type DragEvent, useState } from 'react';
import { Failure } from '@/components/controls/failure';
import { Alert } from '@/components/ui/alert';
import { cn } from '@/components/ui/cn';
import { sendRequest } from '@/lib/browser/api/send-request';
import { useEventClock } from '@/lib/browser/page/event-clock';
import { checkSignature, type SignatureCheck } from './check-signature';
import { ReportView } from './report-view';

interface Checked {
  check: SignatureCheck;
  /** The key of the installation that serves this page. */
  ownKey: string;
}

/** Says whether a signed report is as an installation signed it. The file stays in the browser. */
export function SignaturePage() {
  const [checked, setChecked] = useState<Checked | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isOver, setOver] = useState(false);
  const read = async (file: File | undefined) => {
    if (!file) return;
    setFailure(null);
    setChecked(null);
    try {
      const [check, key] = await Promise.all([
        file.arrayBuffer().then((bytes) => checkSignature(new Uint8Array(bytes))),
        sendRequest('GET /report_key', null),
      ]);
      setChecked({ check, ownKey: key.data.attributes.public_key });
    } catch (error) {
      setFailure(error);
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  };
  return (
    <main className="mx-auto grid max-w-[110rem] content-start gap-8 p-4 sm:p-6 print:p-0">
      <div className="mx-auto grid w-full max-w-xl gap-4 pt-8 print:hidden">
        <h1 className="font-semibold text-xl tracking-tight">Check a signed report</h1>
        <p className="text-md text-muted">
          Verify who signed a report, and that it is unchanged. The file stays in your browser.
        </p>
        <label
          className={cn(
            'grid cursor-pointer place-items-center gap-2 rounded-lg border border-line-strong border-dashed p-8 text-center focus-within:ring-2',
            isOver && 'bg-raised',
          )}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <span className="font-medium">Drop the file here, or choose it</span>
          <span className="text-muted text-sm">The .json file from “Signed JSON”</span>
          <input
            type="file"
            accept=".json,application/json"
            className="sr-only"
            aria-label="Signed report"
            onChange={({ target }) => {
              void read(target.files?.[0]);
              target.value = '';
            }}
          />
        </label>
        <div aria-live="polite" className="grid gap-2">
          {checked ? <Verdict {...checked} /> : null}
          <Failure error={failure} text="Failed to check the file" />
        </div>
      </div>
      {checked?.check.result === 'fits' && checked.check.head.public_key === checked.ownKey ? (
        <ReportView report={checked.check.head.report} Title="h2" />
      ) : null}
    </main>
  );
}

function Verdict({ check, ownKey }: Checked) {
  const { dayToMinute } = useEventClock();
  if (check.result === 'no_signed_report') {
    return (
      <Alert variant="destructive">
        This file is not a signed report, or its signature is damaged. Choose the file that Signed JSON saved.
      </Alert>
    );
  }
  if (check.result === 'changed') {
    return <Alert variant="destructive">This report was changed after it was signed. Do not rely on it.</Alert>;
  }
  const { installation, organization, public_key: publicKey, signed_at: signedAt } = check.head;
  if (publicKey === ownKey) {
    const whose = organization ? `A report of ${organization.name}. ` : '';
    return (
      <Alert>{`Not changed. ${whose}${installation ?? 'This installation'} signed it, ${dayToMinute(Date.parse(signedAt))}.`}</Alert>
    );
  }
  return (
    <>
      <Alert variant="destructive">
        Not changed, but this installation did not sign it. Check it on the installation that did.
      </Alert>
      <p className="wrap-anywhere text-muted text-sm">
        {`It names itself ${installation ?? 'nothing'}, and signed ${dayToMinute(Date.parse(signedAt))} with the key ${publicKey}.`}
      </p>
    </>
  );
}
