import { createSocket } from 'node:dgram';
import { once } from 'node:events';

// Sends SRT inductions to 127.0.0.1 from many loopback addresses at a steady rate, each with its own SRT socket id.
// Arguments: port, inductions per second, seconds. Prints the achieved rate. Kept cheap, because it shares the machine
// with the router that it floods.

const [port, perSecond, seconds] = process.argv.slice(2).map(Number);
const senderCount = 64;
const tickMs = 5;
const requestType = 36;
const socketIdOffset = 40;

const induction = Buffer.alloc(64);
induction.writeUInt16BE(0x8000, 0);
induction.writeUInt32BE(4, 16);
induction.writeUInt32BE(2, 20);
induction.writeInt32BE(1, requestType);

const senders = await Promise.all(
  Array.from({ length: senderCount }, async (_, index) => {
    const socket = createSocket('udp4');
    socket.bind(0, process.platform === 'linux' ? `127.99.${index}.1` : '127.0.0.1');
    await once(socket, 'listening');
    socket.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }),
);

const startMs = performance.now();
let sent = 0;
for (let elapsedMs = 0; elapsedMs < seconds * 1000; elapsedMs = performance.now() - startMs) {
  for (const due = (elapsedMs / 1000) * perSecond; sent < due; sent++) {
    const datagram = Buffer.from(induction);
    datagram.writeUInt32BE(sent + 1, socketIdOffset);
    senders[sent % senderCount].send(datagram);
  }
  await new Promise((resolve) => setTimeout(resolve, tickMs));
}
process.stdout.write(`${Math.round(sent / ((performance.now() - startMs) / 1000))}\n`);
process.exit();
