import { copyText } from '@/lib/browser/page/copy-text';

/** Offers the page's address to the device's share sheet, or copies it. @returns whether it was copied */
export async function sharePage(title: string): Promise<boolean> {
  if (!navigator.share) return copyText(location.href);
  try {
    await navigator.share({ title, url: location.href });
  } catch {
    // The user closed the sheet: the spec asks for silence.
  }
  return false;
}
