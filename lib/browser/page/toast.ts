import type { toast as sonner } from 'sonner';

type Parts = Parameters<typeof sonner>;
/** Shows a toast of either kind. */
type ShowToast = (kind: 'message' | 'error', ...parts: Parts) => void;

let show: ShowToast | null = null;
const waiting: Parameters<ShowToast>[] = [];

const tell: ShowToast = (...toast) => {
  if (show) show(...toast);
  else waiting.push(toast);
};

/**
 * Tells the user something in a toast. The toaster is loaded after the page, so that pages are lighter; toasts wait for it.
 */
export const toast = Object.assign((...parts: Parts) => tell('message', ...parts), {
  error: (...parts: Parts) => tell('error', ...parts),
});

/** Hands all toasts to the toaster from now on, and first those that wait. */
export function showToastsBy(next: ShowToast): void {
  show = next;
  for (const toast of waiting.splice(0)) next(...toast);
}
