import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';

/** The port that a file remembers, or the preferred one, or any free one on loopback; it is written to the file. */
export async function keepPort(path: string, preferred: number): Promise<number> {
  const kept = Number(await readFile(path, 'utf8').catch(nothingThere));
  const wanted = Number.isInteger(kept) && kept > 0 && kept <= 65_535 ? kept : preferred;
  const port = (await listenBriefly(wanted)) ?? (await listenBriefly(0)) ?? wanted;
  await writeFile(path, `${port}\n`);
  return port;
}

function nothingThere(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

/** Takes a port for a moment; null when it is in use. */
async function listenBriefly(port: number): Promise<number | null> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
    const taken = (probe.address() as AddressInfo).port;
    probe.close();
    await once(probe, 'close');
    return taken;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
}
