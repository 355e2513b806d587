import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP forwarder on loopback that can be cut and mended. */
export interface BreakableProxy {
  port: number;
  /** Drops every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** @param target port on loopback that connections are forwarded to */
export async function startBreakableProxy(target: number): Promise<BreakableProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Whoever is cut off is told by the end of the connection.
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((socket) => {
    keep(socket);
    if (isCut) return void socket.destroy();
    const onward = connect(target, '127.0.0.1');
    keep(onward);
    socket.pipe(onward).pipe(socket);
    socket.once('close', () => onward.destroy());
    onward.once('close', () => socket.destroy());
  });
  const dropAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      dropAll();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      server.close();
      dropAll();
      await once(server, 'close');
    },
  };
}
