import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { createRandom } from '@proofload/domain';

const recorded = new URL('../../sources/src/k6/fixtures/small.ndjson.gz', import.meta.url);
/** Length of the recorded run; each repetition begins where the one before ended. */
const lapMs = 4_000;

interface RecordedLine {
  /** Of a point, everything before its time; of a metric, the whole line. */
  head: string;
  timeMs: number | null;
  value: number;
  tail: string;
}

/**
 * NDJSON as k6 writes it, of any length, in constant memory: a recorded run repeated with moving times, its durations
 * spread by up to a half, so that it neither compresses nor rolls up better than real output.
 * @param points at least so many
 * @param slowness how many times as long the run takes: 1 is some 840 points a second
 */
export async function* k6Output(points: number, slowness = 1): AsyncGenerator<Uint8Array> {
  const lines = await readLines();
  const random = createRandom(1);
  const declared = lines.filter(({ timeMs }) => timeMs === null).map(({ head }) => `${head}\n`);
  yield Buffer.from(declared.join(''));
  const startMs = lines.find(({ timeMs }) => timeMs !== null)?.timeMs ?? 0;
  let written = 0;
  for (let lap = 0; written < points; lap++) {
    let text = '';
    for (const { head, timeMs, value, tail } of lines) {
      if (timeMs === null) continue;
      const time = new Date(startMs + (timeMs - startMs + lap * lapMs) * slowness).toISOString().slice(0, -1);
      const nanos = String(Math.floor(random() * 1e6)).padStart(6, '0');
      const spread = Number.isInteger(value) ? value : Number((value * (0.5 + random())).toFixed(6));
      text += `${head}${time}${nanos}Z","value":${spread}${tail}\n`;
      written += 1;
    }
    yield Buffer.from(text);
  }
}

async function readLines(): Promise<RecordedLine[]> {
  const lines: RecordedLine[] = [];
  const input = createReadStream(recorded).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    const parts = /^(.*"time":")([^"]+)","value":([^,]+)(,.*)$/.exec(line);
    const [, head = line, time = '', value = '0', tail = ''] = parts ?? [];
    lines.push({ head, timeMs: parts ? Date.parse(time) : null, value: Number(value), tail });
  }
  return lines;
}
