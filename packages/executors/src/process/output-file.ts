import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** What a workload prints is kept up to here; the end of a flood is not worth a full disk. */
const maxBytes = 16 * 1024 * 1024;

export interface OutputFile {
  path: string;
  write: (line: string) => void;
  end: () => Promise<void>;
}

/** A text file of bounded size. */
export function createOutputFile(path: string): OutputFile {
  const stream = createWriteStream(path);
  // A full disk shows when the file is ended; until then lines are lost, not the run.
  let failure: Error | null = null;
  stream.on('error', (error) => {
    failure = error;
  });
  let written = 0;
  return {
    path,
    write: (line) => {
      if (written >= maxBytes || failure) return;
      written += line.length + 1;
      stream.write(written >= maxBytes ? '(the rest was left out)\n' : `${line}\n`);
    },
    end: async () => {
      if (failure) return;
      stream.end();
      await finished(stream);
    },
  };
}
