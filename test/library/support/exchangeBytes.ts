import { connect } from 'node:net';

/** Sends these bytes, the second part once something has come back, and gives all that the server sent. */
export function exchangeBytes(port: number, text: string, then?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    socket.setEncoding('latin1');
    socket.on('data', (data: string) => (received += data));
    if (then !== undefined) socket.once('data', () => socket.write(then, 'latin1'));
    socket.on('error', reject);
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(received));
  });
}
