import { createSocket } from 'node:dgram';
import { parentPort } from 'node:worker_threads';

// Stands in for a worker, in its own thread. Posts its port, accepts every SRT caller, and posts the arrival time of
// each data packet, by Date.now().

const listenerSocketId = 0x06775204;

const socket = createSocket('udp4');
socket.on('message', (datagram, { port, address }) => {
  const isHandshake = datagram.length >= 64 && datagram.readUInt16BE(0) === 0x8000;
  if (!isHandshake) {
    parentPort.postMessage(Date.now());
    return;
  }
  const answer = Buffer.from(datagram.subarray(0, 64));
  datagram.copy(answer, 12, 40, 44);
  answer.writeUInt32BE(5, 16);
  const isInduction = datagram.readInt32BE(36) === 1;
  if (isInduction) answer.writeUInt32BE(0xc0ffee, 44);
  else answer.writeUInt32BE(listenerSocketId, 40);
  socket.send(answer, port, address);
});
socket.bind(0, '127.0.0.1', () => parentPort.postMessage(socket.address().port));
