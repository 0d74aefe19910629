/**
 * Stops processes while an SRT handshake is on its way to them, so that they handle it late. For an impairment proxy in
 * front of them.
 * @param pids is asked at each handshake
 * @returns an impairment's `losesToServer`, which loses nothing
 */
export function stopInHandshake(pids: () => number[], ms: number): (datagram: Buffer) => boolean {
  let isStopped = false;
  return (datagram) => {
    if (isStopped || !isConclusion(datagram)) return false;
    isStopped = true;
    const stopped = pids();
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    setTimeout(() => {
      isStopped = false;
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
    }, ms);
    return false;
  };
}

/** A caller's second handshake (draft-sharabayko-srt-01, 3.2.1). */
const isConclusion = (datagram: Buffer): boolean =>
  datagram.length >= 40 && datagram.readUInt16BE(0) === 0x8000 && datagram.readInt32BE(36) === -1;
