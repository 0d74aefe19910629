/** Shows an element on the whole screen, or ends that. A refusal of the browser changes nothing and needs no word. */
export async function toggleFullscreen(element: Element): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await element.requestFullscreen();
  } catch {
    // Not allowed here, say in a frame or on an iPhone: the page stays as it is.
  }
}
