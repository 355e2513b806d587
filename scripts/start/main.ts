// The launcher: builds what changed, starts every part in order, and stops them in the reverse order.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureGeneratedClient } from './generated-client.ts';
import { readSettings } from './settings.ts';
import { StartError } from './start-error.ts';
import { listenForStop } from './stop-signals.ts';

const settings = readSettings(process.env);
const stop = listenForStop();

try {
  await mkdir(join(settings.dataDir, 'logs'), { recursive: true });
  await ensureGeneratedClient(settings.root);
  // Imported only now: it loads the generated database client.
  const { runInstance } = await import('./run-instance.ts');
  await runInstance(settings, stop);
} catch (error) {
  if (!stop.signal.aborted) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
}
// Everything is stopped by now; a timer or a kept connection shall not hold the terminal.
process.exit();
