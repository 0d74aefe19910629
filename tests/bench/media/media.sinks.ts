import { rawListener } from '../../support/gateway/srt-peers';

/*
 * Workers that accept a camera and read nothing of it, in a process of their own, which its parent stops (SIGSTOP) once
 * all are connected. Arguments: how many. Says their ports to its parent, and ends with it.
 */

const listeners = await Promise.all(Array.from({ length: Number(process.argv[2]) }, () => rawListener()));
process.once('disconnect', () => process.exit());
process.send?.(listeners.map(({ port }) => port));
