import { copyText } from '@/lib/browser/page/copy-text';

/** Opens the device's share sheet for the page's address, or copies the address. @returns whether it was copied */
export async function sharePage(title: string): Promise<boolean> {
  if (!navigator.share) return copyText(location.href);
  try {
    await navigator.share({ title, url: location.href });
  } catch {
    // The user has closed the sheet, which the spec ignores silently.
  }
  return false;
}
