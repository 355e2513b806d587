import { ProofloadError, parseMatchers } from '@proofload/domain';

/** What the reader's text asks the catalog for. */
export interface SeriesSearch {
  search?: string;
  metric?: string;
  labels?: string;
}

/** A metric's name, if any, then a selector in braces up to its end, then words. */
const selectorPattern = /^([^\s{}"']*)\s*\{((?:[^"'{}]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*)\}\s*(.*)$/su;
const beginsSelector = /^[^\s{}"']*\s*\{/u;

/**
 * Reads `web 503` as words, and `up{job=~"a|b"} 503` as a metric, a selector and words.
 * @returns a message in place of a search for a selector that is not finished
 */
export function readFindText(text: string): SeriesSearch | { message: string } {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  if (!beginsSelector.test(trimmed)) return { search: trimmed };
  const [, metric = '', labels = '', words = ''] = selectorPattern.exec(trimmed) ?? [];
  if (!selectorPattern.test(trimmed)) {
    return { message: 'Expected a selector such as {shard=~"1|2"}, up to its closing brace' };
  }
  try {
    parseMatchers(labels);
  } catch (error) {
    if (!(error instanceof ProofloadError)) throw error;
    return { message: error.fields[0]?.message ?? error.message };
  }
  return {
    ...(metric === '' ? {} : { metric }),
    ...(labels.trim() === '' ? {} : { labels: labels.trim() }),
    ...(words.trim() === '' ? {} : { search: words.trim() }),
  };
}

/** The text that finds the series of a metric, and after which words may follow. */
export const textOfMetric = (metric: string): string => `${metric}{} `;
