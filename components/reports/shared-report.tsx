'use client';

import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LinkOpening, LinkRefusal } from '@/components/controls/link-page';
import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import { sendRequest } from '@/lib/browser/api/send-request';
import { useLinkSecret } from '@/lib/browser/page/use-link-secret';
import type { ReportJson } from '@/lib/contracts/reports';
import { ReportView } from './report-view';

const refusedTitle = 'No report here';

/** The page behind a report's link, for people without an account. The secret is what follows the # in its address. */
export function SharedReport() {
  const secret = useLinkSecret();
  if (secret === null) return <LinkOpening />;
  if (secret === '') {
    return (
      <LinkRefusal title={refusedTitle} message="This link is not complete. Copy all of it, or ask for a new one." />
    );
  }
  return <OpenedReport key={secret} secret={secret} />;
}

function OpenedReport({ secret }: { secret: string }) {
  const [report, setReport] = useState<ReportJson | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another request.
  useEffect(() => {
    const leaving = new AbortController();
    sendRequest('POST /report', null, { body: { report: { secret } }, signal: leaving.signal }).then(
      ({ data }) => setReport(data),
      (error: unknown) => {
        if (!leaving.signal.aborted) setRefusal(messageOr(error, 'Failed to load the report'));
      },
    );
    return () => leaving.abort();
  }, [secret, attempt]);
  if (report) {
    return (
      <main className="mx-auto grid max-w-[110rem] gap-4 p-4 sm:p-6 print:p-0">
        <Button className="justify-self-end print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
        <ReportView report={report} />
      </main>
    );
  }
  if (refusal === null) return <LinkOpening />;
  const retry = () => {
    setRefusal(null);
    setAttempt(attempt + 1);
  };
  return <LinkRefusal title={refusedTitle} message={refusal} onRetry={retry} />;
}
