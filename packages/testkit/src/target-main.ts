import { parseArgs } from 'node:util';
import { startTargetServer } from './target-server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8085' },
    host: { type: 'string', default: '127.0.0.1' },
  },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port: expected a whole number from 0 to 65535, got ${values.port}`);
  process.exit(1);
}

try {
  const target = await startTargetServer({ port, host: values.host });
  console.log(`Target server is ready at ${target.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      target.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(`The target server could not be stopped in order: ${String(error)}`);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  console.error(`The target server could not start on ${values.host}:${port}: ${(error as Error).message}`);
  process.exit(1);
}
