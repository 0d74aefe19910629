import type { SrtAdmission, SrtDirection } from '@/server/gateway/srt-router/srt-refusal';
import { type SrtRefusalNotice, SrtRouter } from '@/server/gateway/srt-router/srt-router';

export interface TestRouter {
  router: SrtRouter;
  /** Who was refused so far. */
  notices: SrtRefusalNotice[];
  /** What libsrt calls. */
  address(streamId?: string): string;
}

/** One public port in this process; `admit` says where a stream key leads. */
export async function openRouter(
  direction: SrtDirection,
  admit: (streamKey: string) => SrtAdmission | Promise<SrtAdmission>,
): Promise<TestRouter> {
  const notices: SrtRefusalNotice[] = [];
  const router = new SrtRouter({
    ...{ direction, host: '127.0.0.1', port: 0 },
    admit: async (streamKey) => admit(streamKey),
    onRefusal: (notice) => notices.push(notice),
    onOpened: () => undefined,
    onEnded: () => undefined,
  });
  await router.listen();
  const address = (streamId = 'key') => `srt://127.0.0.1:${router.port}?mode=caller&streamid=${streamId}`;
  return { router, notices, address };
}
