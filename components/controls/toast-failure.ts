import { messageOr } from '@/lib/browser/api/error-text';
import { toast } from '@/lib/browser/page/toast';

/**
 * Says in a toast that something failed, and why.
 * @param fallback said where the server gives no reason
 */
export const toastFailure =
  (title: string, fallback = 'Try again.') =>
  (error: unknown): void =>
    void toast.error(title, { description: messageOr(error, fallback) });
