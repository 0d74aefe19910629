import Link from 'next/link';
import { momentAddress } from '@/components/recordings/in-out';

interface RecordingLinkProps {
  /** Undefined for readers without an account, who have no recordings. */
  eventId: string | undefined;
  /** Null where the moment is not known. */
  at: string | null;
  children: React.ReactNode;
}

/** Leads to the event's recordings at a moment, where the reader has them. */
export const RecordingLink = ({ eventId, at, children }: RecordingLinkProps) =>
  eventId && at ? (
    <Link
      href={momentAddress(eventId, Date.parse(at))}
      title="Open the recording at this moment"
      className="-my-1 inline-flex min-h-6 items-center underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {children}
    </Link>
  ) : (
    children
  );
