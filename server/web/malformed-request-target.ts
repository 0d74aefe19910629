/** Whether an address cannot be read, since its percent-encoding is broken; Next would answer it with a fault of its own. */
export function isMalformedRequestTarget(url: string): boolean {
  const [path = ''] = url.split('?');
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}
