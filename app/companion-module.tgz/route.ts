import { packedFile } from '@/lib/http/packed-file';

/** The module for Bitfocus Companion, which imports it. */
export const GET = (): Promise<Response> => packedFile('companion-module.tgz');
