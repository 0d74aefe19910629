import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/*
 * Stands in for a Sightline that runs in this clone while `npm test -- --all` does. It has that program's name, and holds
 * the ports of a run without settings. A test that takes one of them, or asks for an installation on them, fails.
 */

const tcpPorts = [3000, 7880, 7881, 54329];
const udpPorts = [7882, 20000, 20001];

/** Another program may hold a port already, which serves as well. */
const unlessTaken = (error) => {
  if (error.code !== 'EADDRINUSE') throw error;
};

const holdTcp = (port) => once(createServer().listen(port, '0.0.0.0'), 'listening').catch(unlessTaken);
const holdUdp = (port) => once(createSocket('udp4').bind(port, '0.0.0.0'), 'listening').catch(unlessTaken);

await Promise.all([...tcpPorts.map(holdTcp), ...udpPorts.map(holdUdp)]);
process.send?.('ready');
// The tests have ended, however that came.
process.once('disconnect', () => process.exit());
