import type { RunData } from './run-data.ts';

/**
 * The same data, each question asked once: measurements of one metric (its average, p95 and p99) share what was read, which
 * for a long run is most of the time and of the memory.
 */
export function rememberReads(data: RunData): RunData {
  const lists = new Map<string, ReturnType<RunData['listSeries']>>();
  const points = new Map<string, ReturnType<RunData['readPoints']>>();
  let spans: ReturnType<RunData['readSpans']> | null = null;
  return {
    listSeries: (selector) => once(lists, JSON.stringify(selector), () => data.listSeries(selector)),
    readPoints: (series, fromMs, toMs) =>
      once(points, `${fromMs} ${toMs} ${series.map(({ seriesId }) => seriesId).join()}`, () =>
        data.readPoints(series, fromMs, toMs),
      ),
    readSpans: () => {
      spans ??= data.readSpans();
      return spans;
    },
  };
}

function once<T>(answers: Map<string, T>, question: string, ask: () => T): T {
  const known = answers.get(question);
  if (known !== undefined) return known;
  const answer = ask();
  answers.set(question, answer);
  return answer;
}
