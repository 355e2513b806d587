import type { RunData } from './run-data.ts';

/** The same data; which series there are is asked once. Points are too much to be remembered. */
export function rememberReads(data: RunData): RunData {
  const lists = new Map<string, ReturnType<RunData['listSeries']>>();
  let spans: ReturnType<RunData['readSpans']> | null = null;
  return {
    listSeries(selector) {
      const question = JSON.stringify(selector);
      const answer = lists.get(question) ?? data.listSeries(selector);
      lists.set(question, answer);
      return answer;
    },
    readPoints: data.readPoints,
    readSpans: () => {
      spans ??= data.readSpans();
      return spans;
    },
  };
}
