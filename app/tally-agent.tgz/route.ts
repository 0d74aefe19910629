import { packedFile } from '@/lib/http/packed-file';

/** The tally agent, which npx runs. */
export const GET = (): Promise<Response> => packedFile('tally-agent.tgz');
