import { type PlanImage, planFault, planLimits, readPlanImage } from '@/lib/core/plan-image';

/** A floor plan in base64, or why there is none, in a sentence for the user. */
type PreparedPlan = { base64: string } | { fault: string };

/**
 * Makes a floor plan of a file that somebody chose: drawn anew, and smaller where it is large. Neither where it was taken
 * nor anything else besides the picture leaves the browser.
 */
export async function preparePlan(file: File): Promise<PreparedPlan> {
  const { words, fileBytes, filePixels } = planLimits;
  if (file.size > fileBytes) return { fault: words.fileBytes };
  // Its bytes tell its size, before the browser spends memory on it.
  const read = readPlanImage(new Uint8Array(await file.arrayBuffer()));
  if (!read) return { fault: words.type };
  if (read.width * read.height > filePixels) return { fault: words.filePixels };
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return { fault: words.damaged };
  const canvas = drawn(bitmap);
  bitmap.close();
  return encode(canvas);
}

function drawn(bitmap: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, planLimits.sidePx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context) {
    // Lines on a transparent ground would be lost on a dark one.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

/** Sharp first. Safari makes no WebP and answers with PNG, which photographs are too large for. */
const encodings = [
  ['image/webp', 0.9],
  ['image/jpeg', 0.85],
  ['image/jpeg', 0.6],
] as const;

async function encode(canvas: HTMLCanvasElement): Promise<PreparedPlan> {
  let fault: string = planLimits.words.damaged;
  for (const [type, quality] of encodings) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    const image = blob && readPlanImage(new Uint8Array(await blob.arrayBuffer()));
    const refusal = image ? planFault(image) : fault;
    if (image && refusal === null) return { base64: await base64Of(image) };
    fault = refusal ?? fault;
  }
  return { fault };
}

async function base64Of({ bytes }: PlanImage): Promise<string> {
  const reader = new FileReader();
  await new Promise<void>((resolve, reject) => {
    reader.onload = () => resolve();
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([Uint8Array.from(bytes)]));
  });
  return String(reader.result).replace(/^[^,]*,/, '');
}
