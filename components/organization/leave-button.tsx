'use client';

import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import { useLeaveOrganization } from '@/lib/browser/data/organization/use-members';

/** Leaves the organization, after a question. @param props.name the organization's */
export function LeaveButton({ name }: { name: string }) {
  const leave = useLeaveOrganization();
  const [asking, setAsking] = useState(false);
  return (
    <>
      {leave.isError ? <Alert variant="destructive">{messageOr(leave.error, 'Failed to leave')}</Alert> : null}
      <Button size="form" className="justify-self-start" disabled={leave.isPending} onClick={() => setAsking(true)}>
        Leave organization
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        question={`Leave ${name}?`}
        consequence="You lose access to its events and cameras on all devices. API tokens that you made stop working."
        action="Leave"
        onConfirm={() => leave.mutate()}
      />
    </>
  );
}
