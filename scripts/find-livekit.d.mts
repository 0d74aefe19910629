export const livekitVersion: string;
export const livekitCacheDir: string;
export const cachedLivekitPath: string;
export function findLivekit(): string | null;
